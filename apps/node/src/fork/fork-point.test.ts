import assert from "node:assert/strict";
import { it } from "node:test";
import { chainIdMax, Fault, toQuantity } from "@tandem/primitives";
import { ForkRefused, findForkPoint } from "./fork-point.js";
import type { RemoteNode } from "./remote-node.js";

it("a node without the block is refused for the setting that asked for it", async () => {
  const node = { address: "http://other", call: async () => null } as unknown as RemoteNode;
  const refused = async (number: number | undefined) => {
    const error = await findForkPoint(node, number).catch((reason: unknown) => reason);
    assert.ok(error instanceof ForkRefused);
    return [error.part, error.message];
  };
  assert.deepEqual(await refused(undefined), ["url", "http://other has no latest block"]);
  assert.deepEqual(await refused(9), ["block", "http://other has no block 9"]);
});

it("an answer over a limit is refused with the name of the limit", async () => {
  const call = () => Promise.reject(new Fault({ code: "limit-exceeded", limit: "depth", max: 5 }));
  const node = { address: "http://other", call } as unknown as RemoteNode;
  const message = "limit exceeded: depth is at most 5";
  await assert.rejects(findForkPoint(node, 9), { constructor: ForkRefused, message });
});

it("a chain with an id that wallets cannot sign for is refused", async () => {
  const quantity = "0x1";
  const hash = `0x${"01".repeat(32)}`;
  const block = {
    number: quantity,
    hash,
    parentHash: hash,
    timestamp: quantity,
    gasLimit: quantity,
  };
  const find = (chainId: bigint) => {
    const call = async (method: string) => (method === "eth_chainId" ? toQuantity(chainId) : block);
    return findForkPoint({ address: "http://other", call } as unknown as RemoteNode, undefined);
  };
  assert.equal((await find(BigInt(chainIdMax))).chainId, chainIdMax);
  await assert.rejects(find(BigInt(chainIdMax) + 1n), {
    constructor: ForkRefused,
    message:
      /answered eth_chainId with "0xfffffffffffed": expected a hex quantity up to 4503599627370476/,
  });
  // Nobody can sign for it.
  await assert.rejects(find(0n), {
    constructor: ForkRefused,
    message:
      'the forked node http://other answered eth_chainId with "0x0": expected a positive number',
  });
});
