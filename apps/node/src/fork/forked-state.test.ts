import assert from "node:assert/strict";
import { it } from "node:test";
import { RpcError } from "@tandem/rpc";
import { ForkedState } from "./forked-state.js";

const point = { number: 5, hash: `0x${"ab".repeat(32)}` } as const;

/** Returns a node that refuses the first request by hash, and the blocks that it is asked for. */
function refusingOnce(code: number) {
  const blocks: unknown[] = [];
  const call = async (method: string, params: readonly unknown[]) => {
    if (method === "eth_getBlockByNumber") return { number: "0x5", hash: point.hash };
    blocks.push(params.at(-1));
    if (blocks.length === 1) throw new RpcError(code, "refused");
    return "0x1";
  };
  const node = { address: "there", call };
  return { state: new ForkedState(node, point), blocks };
}

const byHash = { blockHash: point.hash };

it("goes on by number at a node that takes no hash", async () => {
  const { state, blocks } = refusingOnce(-32602);
  assert.equal(await state.ask("eth_getBalance", ["0x"]), "0x1");
  assert.equal(await state.ask("eth_getBalance", ["0x"]), "0x1");
  assert.deepEqual(blocks, [byHash, "0x5", "0x5"]);
});

it("asks by hash again after an error that is not of the hash", async () => {
  for (const code of [-32603, -32000, -32001]) {
    const { state, blocks } = refusingOnce(code);
    assert.equal(await state.ask("eth_getBalance", ["0x"]), "0x1");
    assert.equal(await state.ask("eth_getBalance", ["0x"]), "0x1");
    assert.deepEqual(blocks, [byHash, "0x5", byHash]);
  }
});

it("names the node and the block if the state is not there, with the code of the node", async () => {
  const call = async () => {
    throw new RpcError(-32000, "missing trie node 0a", "data");
  };
  const state = new ForkedState({ address: "there", call }, point);
  await assert.rejects(state.ask("eth_getBalance", ["0x"]), (error) => {
    assert.ok(error instanceof RpcError);
    assert.deepEqual([error.code, error.data], [-32000, "data"]);
    assert.match(
      error.message,
      /^the forked node there refused eth_getBalance of the forked block 5: missing trie node 0a; .*archive/,
    );
    return true;
  });
});
