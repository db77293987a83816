/**
 * Tests specification section 8 at its limits: what `eth_getLogs` and `trace_filter` return and
 * refuse.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { assertError, assertInvalidParameters } from "../support/refused.js";
import { ask as askOnce, call } from "../support/rpc.js";
import {
  above,
  atLimit,
  head,
  hex,
  late,
  many,
  manyCount,
  other,
  topicOf,
  varied,
  withLimitChain,
} from "../support/scenes/limit-chain.js";
import { seeded } from "../support/seeded.js";
import type { Hex, WireLog } from "../support/wire.js";

const overLimit = -32005;
const { chain, contractOf } = withLimitChain();
const find = (filter: object) => call<WireLog[]>(chain.url(), "eth_getLogs", [filter]);
const refused = async (method: string, filter: object) => {
  const answer = await askOnce(chain.url(), method, [filter]);
  assertError(answer, overLimit, /\S/, `${method} ${JSON.stringify(filter)}`);
  return answer.error?.data as { limit: string; max: number; suggestion?: object };
};

/** Asserts that the logs of one topic are complete: each once, in the order of the chain. */
function assertWhole(logs: readonly WireLog[], topic: Hex, count: number): void {
  assert.equal(logs.length, count);
  let last = -1;
  for (const [i, { data, topics, blockNumber, logIndex }] of logs.entries()) {
    // The message is built only for a failure, because there are tens of thousands of logs.
    if (Number(data) !== i || topics.length !== 1 || topics[0] !== topic) {
      assert.fail(`log ${i} has data ${data} and topics ${topics}`);
    }
    const place = Number(blockNumber) * 1e6 + Number(logIndex);
    if (place <= last) assert.fail(`log ${i} comes before the one before`);
    last = place;
  }
}

describe("eth_getLogs by range", () => {
  it("returns any number of logs of 2,000 blocks, completely", async () => {
    assert.equal(Number(await call(chain.url(), "eth_blockNumber")), head);
    const range = { fromBlock: "0x1", toBlock: hex(2_000) };
    assertWhole(await find({ ...range, topics: [many] }), many, manyCount);
    assertWhole(await find({ ...range, address: contractOf(), topics: [[many]] }), many, manyCount);
    const all = await find(range);
    assert.equal(all.length, manyCount + 5_000 + 10_000 + 6_000);
    assertWhole(
      all.filter(({ topics }) => topics[0] === many),
      many,
      manyCount,
    );
  });

  it("returns 10,000 logs of 2,001 blocks", async () => {
    const filter = { fromBlock: "0x1", toBlock: hex(2_001), topics: [atLimit] };
    assertWhole(await find(filter), atLimit, 10_000);
    assertWhole(await find({ ...filter, toBlock: "latest" }), atLimit, 10_000);
    assertWhole(await find({ ...filter, fromBlock: "earliest" }), atLimit, 10_000);
  });

  it("refuses 10,001 logs of 2,001 blocks, and names a range that fits", async () => {
    const filter = { fromBlock: "0x2", toBlock: hex(2_002), topics: [above] };
    const data = await refused("eth_getLogs", filter);
    const suggestion = { fromBlock: "0x2", toBlock: hex(2_001) };
    assert.deepEqual(data, { limit: "logs", max: 10_000, suggestion });
    assertWhole(await find({ ...filter, ...suggestion }), above, 10_000);
    assertWhole(await find({ ...filter, fromBlock: "0x3" }), above, 10_001);
  });

  it("suggests the widest range that fits, beyond 2,000 blocks if there are few logs", async () => {
    const filter = { fromBlock: "0x1", toBlock: "latest", topics: [late] };
    const { suggestion } = await refused("eth_getLogs", filter);
    assert.deepEqual(suggestion, { fromBlock: "0x1", toBlock: hex(2_199) });
    assertWhole(await find({ ...filter, ...suggestion }), late, 10_000);
    await refused("eth_getLogs", { ...filter, toBlock: hex(2_200) });
  });

  it("counts matches, not searched logs", async () => {
    const everything = { fromBlock: "0x1", toBlock: hex(2_001) };
    const { suggestion } = await refused("eth_getLogs", everything);
    assert.deepEqual(suggestion, { fromBlock: "0x1", toBlock: hex(2_000) });
    assert.equal((await find({ ...everything, ...suggestion })).length, manyCount + 21_000);
    const none = { fromBlock: "0x0", toBlock: "latest" };
    assert.deepEqual(await find({ ...none, topics: [other] }), []);
    const stranger = `0x${"17".repeat(20)}`;
    assert.deepEqual(await find({ ...none, address: stranger }), []);
    await refused("eth_getLogs", { ...none, address: contractOf() });
    await refused("eth_getLogs", { ...none, topics: [[other, above, many]] });
  });
});

describe("eth_getLogs at the limits of its filter", () => {
  it("refuses a hash together with a range, and a reversed range", async () => {
    const { hash: blockHash } = await call<{ hash: Hex }>(chain.url(), "eth_getBlockByNumber", [
      hex(200),
    ]);
    await assertInvalidParameters(chain.url(), "eth_getLogs", [
      [{ blockHash, fromBlock: hex(200) }],
      [{ blockHash, toBlock: hex(200) }],
      [{ blockHash, fromBlock: hex(200), toBlock: hex(200) }],
      [{ fromBlock: hex(201), toBlock: hex(200) }],
      [{ fromBlock: "latest", toBlock: "earliest" }],
      [{ fromBlock: "latest", toBlock: hex(head - 1) }],
    ]);
    const alone = await find({ blockHash });
    assert.equal(alone.length, 5_000);
    assert.deepEqual(await find({ fromBlock: hex(200), toBlock: hex(200) }), alone);
  });

  it("finds nothing in blocks far above the head", async () => {
    for (const far of [hex(head + 1), "0xffffffff", hex(2 ** 52 - 1)]) {
      assert.deepEqual(await find({ fromBlock: far, toBlock: far }), [], far);
      assert.deepEqual(await find({ fromBlock: far }), [], far);
    }
    const last = { fromBlock: hex(head - 1), toBlock: "0xffffffff" };
    assert.equal((await find(last)).length, varied.length);
  });

  it("treats empty lists as matching anything", async () => {
    const block = { fromBlock: hex(head - 1), toBlock: hex(head - 1) };
    const all = await find(block);
    assert.deepEqual(
      all.map(({ topics }) => topics),
      varied,
    );
    for (const filter of [{ topics: [] }, { address: [] }, { address: [], topics: [] }]) {
      assert.deepEqual(await find({ ...block, ...filter }), all, JSON.stringify(filter));
    }
    const some = all.filter(({ topics }) => topics[1] === topicOf(12));
    assert.deepEqual(await find({ ...block, topics: [[], topicOf(12)] }), some);
    assert.deepEqual(await find({ ...block, topics: [null, [topicOf(12)]] }), some);
  });

  it("matches four levels of topics with lists and nulls", async () => {
    const random = seeded(2_026);
    const block = { fromBlock: hex(head - 2), toBlock: hex(head) };
    const all = await find(block);
    for (let run = 0; run < 150; run++) {
      const value = () => topicOf(11 + random.int(4));
      const levels = Array.from({ length: 1 + random.int(4) }, () =>
        random.pick([null, value(), [value()], [value(), value()], [value(), value(), value()]]),
      );
      // The last level has a topic: whether an open end requires one is not specified.
      const topics = [...levels.slice(0, -1), levels.at(-1) ?? value()];
      const expected = all.filter((log) =>
        topics.every((wanted, i) => {
          const topic = log.topics[i] as Hex;
          return wanted === null || [wanted].flat().includes(topic);
        }),
      );
      const address = random.pick([
        contractOf(),
        [contractOf()],
        [`0x${"17".repeat(20)}`, contractOf()],
      ]);
      const found = await find({ ...block, address, topics });
      assert.deepEqual(found, expected, JSON.stringify(topics));
    }
  });
});

describe("trace_filter", () => {
  interface Trace {
    readonly blockNumber: number;
    readonly transactionPosition: number;
    readonly action: { readonly from: Hex; readonly to?: Hex };
  }
  const traces = (filter: object) => call<Trace[]>(chain.url(), "trace_filter", [filter]);
  const widest = { fromBlock: "0x1", toBlock: hex(2_000) };
  /** One for the creation, and one for every transaction that logs. */
  const inWidest = 1 + 100 + 5 + 10 + 6;

  it("searches 2,000 blocks and refuses 2,001", async () => {
    assert.equal((await traces(widest)).length, 100);
    const data = await refused("trace_filter", { ...widest, toBlock: hex(2_001) });
    assert.equal(data.max, 2_000);
    await refused("trace_filter", { ...widest, fromBlock: "earliest" });
    await refused("trace_filter", { fromBlock: "earliest", toBlock: "latest" });
    await refused("trace_filter", { ...widest, toBlock: hex(2_001), count: 1 });
  });

  it("returns at most 100 traces, and refuses a request for 101", async () => {
    assert.equal((await traces({ ...widest, count: 100 })).length, 100);
    for (const count of [101, 1_000, Number.MAX_SAFE_INTEGER]) {
      assert.equal((await refused("trace_filter", { ...widest, count })).max, 100);
    }
    await refused("trace_filter", { count: 101 });
  });

  it("returns the rest after an offset, each once and in order", async () => {
    const pages = [await traces(widest), await traces({ ...widest, after: 100 })];
    assert.equal(pages[1]?.length, inWidest - 100);
    const all = pages.flat();
    const places = all.map((one) => one.blockNumber * 1000 + one.transactionPosition);
    assert.deepEqual(
      [...new Set(places)].sort((a, b) => a - b),
      places,
    );
    assert.deepEqual(await traces({ ...widest, after: 95, count: 10 }), all.slice(95, 105));
    assert.deepEqual(await traces({ ...widest, after: inWidest }), []);
    assert.deepEqual(await traces({ ...widest, count: 0 }), []);
  });

  it("searches the latest block by default", async () => {
    const latest = await traces({});
    assert.deepEqual(
      latest.map(({ blockNumber }) => blockNumber),
      [head, head, head],
    );
    assert.deepEqual(await traces({ fromBlock: "latest", toBlock: "latest" }), latest);
    assert.deepEqual(await traces({ fromBlock: hex(head) }), latest);
    const from = latest[1]?.action.from;
    assert.deepEqual(await traces({ fromAddress: from }), [latest[1]]);
    assert.deepEqual(
      await traces({ fromAddress: [from, contractOf()], toAddress: [contractOf()] }),
      [],
    );
  });

  it("refuses a reversed range, and finds nothing far above the head", async () => {
    await assertInvalidParameters(chain.url(), "trace_filter", [
      [{ fromBlock: hex(201), toBlock: hex(200) }],
      [{ fromBlock: "latest", toBlock: "earliest" }],
      [{ ...widest, count: -1 }],
      [{ ...widest, after: -1 }],
      [{ ...widest, count: 1.5 }],
      [{ ...widest, fromAddress: "0x12" }],
    ]);
    for (const far of [hex(head + 1), "0xffffffff"]) {
      assert.deepEqual(await traces({ fromBlock: far, toBlock: far }), [], far);
    }
  });
});
