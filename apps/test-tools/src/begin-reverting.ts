/** Reverts what a test changes of a node that several tests share. */
import type { ViemNode } from "@tandem/node/viem";

/** Returns the seconds between blocks, or null. */
const intervalOf = (node: ViemNode) => node.request("anvil_getIntervalMining", []);

/** Returns a function that returns the node to its present state. */
export async function beginReverting(node: ViemNode): Promise<() => Promise<void>> {
  const { client } = node;
  const [wasAutomine, interval] = [await client.getAutomine(), await intervalOf(node)];
  const id = await client.snapshot();
  return async () => {
    await client.revert({ id });
    // A node that behaves as Hardhat's network or anvil leaves the mining mode.
    if ((await intervalOf(node)) !== interval) {
      await node.request("anvil_setIntervalMining", [interval ?? 0]);
    }
    if ((await client.getAutomine()) !== wasAutomine) await client.setAutomine(wasAutomine);
  };
}
