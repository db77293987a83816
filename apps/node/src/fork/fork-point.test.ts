import assert from "node:assert/strict";
import { it } from "node:test";
import { Fault } from "@tandem/primitives";
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
