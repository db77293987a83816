import { WrongChain } from "../compose.js";
import type { ResolvedConfig } from "../config/config.js";
import { connectDeployer, deploy } from "../deploy.js";
import { openSigner } from "./signer.js";

/** Runs `ussd-relay deploy`, which deploys the contracts. @returns the exit code. */
export async function runDeploy(resolved: ResolvedConfig): Promise<number> {
  const { value } = resolved;
  const { signer } = await openSigner(resolved);
  const deployer = await connectDeployer(value("node-url"), signer);
  if (deployer.chainId !== value("chain-id")) {
    throw new WrongChain(`the node is on chain ${deployer.chainId}, not ${value("chain-id")}`);
  }
  const { contract, forwarder } = await deploy(deployer);
  process.stdout.write(`MicroLoan ${contract}\nForwarder ${forwarder}\n`);
  return 0;
}
