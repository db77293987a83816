/** Tests viem 2 and ethers 6 from the registry on both built-in chains. */
import { after, before, describe } from "node:test";
import { ethersCases } from "../support/clients/ethers-cases.js";
import { viemCases } from "../support/clients/viem-cases.js";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";

const chains = [
  { name: "test", chainId: 31, flags: [] },
  { name: "main", chainId: 30, flags: ["--chain", "main"] },
] as const;

for (const { name, chainId, flags } of chains) {
  describe(`clients on chain ${name} (${chainId})`, () => {
    let node: RunningNode;
    before(async () => {
      node = await startLocalNode(flags);
    });
    after(() => node.stop());

    describe("viem", () => viemCases(chainId, () => node));
    describe("ethers", () => ethersCases(chainId, () => node));
  });
}
