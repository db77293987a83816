/** Tests `eth_getLogs`: ranges, hashes, addresses, topics. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { id, zeroPadValue } from "ethers";
import { assertInvalidParameters } from "../refused.js";
import { call } from "../rpc.js";
import {
  type CaseContext,
  crowdPerAccount,
  owner,
  second,
  stranger,
  unknownHash,
  unknownNumber,
} from "../scenes/sample-chain.js";
import { assertShape, extraKeys, shapes } from "../shape.js";
import type { WireBlock, WireLog, WireReceipt } from "../wire.js";

export function logCases(context: CaseContext): void {
  const ask = <T>(method: string, ...params: readonly unknown[]) =>
    call<T>(context.urlOf(), method, params);
  const find = (filter: object) => ask<WireLog[]>("eth_getLogs", filter);
  const transfer = id("Transfer(address,address,uint256)");
  const topicOf = (address: string) => zeroPadValue(address, 32);

  it("are found by range and by block hash, in order, with the receipts' logs", async () => {
    const { token, transactionCounts } = context.sampleOf();
    const expected: WireLog[] = [];
    for (const height of transactionCounts.keys()) {
      const block = await ask<WireBlock>("eth_getBlockByNumber", `0x${height.toString(16)}`);
      const ofBlock: WireLog[] = [];
      for (const hash of block.transactions) {
        const { logs } = await ask<WireReceipt>("eth_getTransactionReceipt", hash);
        ofBlock.push(...logs);
      }
      assert.deepEqual(await find({ blockHash: block.hash }), ofBlock);
      expected.push(...ofBlock);
    }
    const range = { fromBlock: "earliest", toBlock: "0x5" };
    const found = await find({ ...range, address: token });
    for (const log of found) assertShape(log, shapes.log, extraKeys.log);
    assert.deepEqual(found, expected);
    assert.equal(found.length, 2 + crowdPerAccount);
  });

  it("are narrowed by topics: any, one, one of several", async () => {
    const range = { fromBlock: "0x0", toBlock: "0x5" };
    const all = await find(range);
    assert.deepEqual(await find({ ...range, topics: [] }), all);
    assert.deepEqual(await find({ ...range, topics: [transfer] }), all);
    assert.deepEqual(await find({ ...range, topics: [[transfer, unknownHash]] }), all);
    const to = [null, null, topicOf(second.address)];
    const toSecond = all.filter(({ topics }) => topics[2] === topicOf(second.address));
    assert.equal(toSecond.length, 1 + crowdPerAccount);
    assert.deepEqual(await find({ ...range, topics: to }), toSecond);
    const either = [[transfer], [], [topicOf(second.address), topicOf(owner.address)]];
    assert.deepEqual(await find({ ...range, topics: either }), all);
    assert.deepEqual(await find({ ...range, topics: [unknownHash] }), []);
    assert.deepEqual(await find({ ...range, topics: [transfer, null, null, unknownHash] }), []);
  });

  it("are those of the latest block when no block is named", async () => {
    const { hash: blockHash } = await ask<WireBlock>("eth_getBlockByNumber", "latest");
    const latest = await find({ blockHash });
    assert.ok(latest.length > 0);
    assert.deepEqual(await find({}), latest);
    assert.deepEqual(await find({ address: stranger.address }), []);
    assert.deepEqual(await find({ blockHash: unknownHash }), []);
  });

  it("are none above the head, whether or not an end is named", async () => {
    assert.deepEqual(await find({ fromBlock: unknownNumber }), []);
    assert.deepEqual(await find({ fromBlock: unknownNumber, toBlock: "latest" }), []);
    assert.deepEqual(await find({ fromBlock: unknownNumber, toBlock: unknownNumber }), []);
    const { number } = await ask<WireBlock>("eth_getBlockByNumber", "latest");
    assert.deepEqual(await find({ fromBlock: number, toBlock: unknownNumber }), await find({}));
  });

  it("refuse a hash together with a range, and what is not a filter", async () => {
    const blockHash = unknownHash;
    await assertInvalidParameters(context.urlOf(), "eth_getLogs", [
      [{ blockHash, fromBlock: "0x0" }],
      [{ blockHash, toBlock: "latest" }],
      [{ fromBlock: "newest" }],
      [{ address: "0x12" }],
      [{ topics: ["0x12"] }],
      [{ topics: [transfer, transfer, transfer, transfer, transfer] }],
      ["latest"],
    ]);
  });
}
