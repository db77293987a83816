import { getAddress } from "viem";
import { WrongChain } from "../compose.js";
import type { ResolvedConfig } from "../config/config.js";
import { connectDeployer, deploy } from "../deploy.js";
import type { Found } from "./found.js";
import { openSigner } from "./signer.js";

/** Runs `tandem-relay deploy`, which deploys the contracts. @returns their addresses. */
export async function runDeploy(resolved: ResolvedConfig): Promise<Found> {
  const { value } = resolved;
  const { signer } = await openSigner(resolved);
  const deployer = await connectDeployer(value("node-url"), signer);
  if (deployer.chainId !== value("chain-id")) {
    throw new WrongChain(`the node is on chain ${deployer.chainId}, not ${value("chain-id")}`);
  }
  const deployed = await deploy(deployer);
  const [contract, forwarder] = [getAddress(deployed.contract), getAddress(deployed.forwarder)];
  const facts = { contract, forwarder };
  return { facts, text: `MicroLoan ${contract}\nForwarder ${forwarder}` };
}
