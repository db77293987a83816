import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Fault, type TraceQuery, toHex } from "@tandem/primitives";
import { address, ask, block, call, dispatcher } from "../testing/ask.js";
import { requestText } from "../testing/serve.js";

type Json = Record<string, unknown>;

const hashOfFirst = toHex(block.transactions[0]?.hash ?? new Uint8Array());
const sender = toHex(block.transactions[0]?.sender ?? new Uint8Array());
const word = (byte: string) => `0x${byte.repeat(20)}`;
const place = {
  blockHash: toHex(block.hash),
  blockNumber: 1,
  transactionHash: hashOfFirst,
  transactionPosition: 0,
};

/** Specification section 2, in its order. */
const fields = ["action", ...Object.keys(place), "type", "subtraces", "traceAddress", "result"];

const filterCall = (filter: unknown, to = dispatcher()) =>
  ask(requestText("trace_filter", [filter]), to);

/** Sends a request, and returns the query to the backend. */
async function queryOf(filter: unknown, head = 5000): Promise<TraceQuery | undefined> {
  const seen: TraceQuery[] = [];
  const to = dispatcher({
    headNumber: () => head,
    traceFilter: async (query) => {
      seen.push(query);
      return [];
    },
  });
  assert.deepEqual((await filterCall(filter, to)).result, []);
  return seen[0];
}

describe("a trace", () => {
  it("has the specification's fields, and those of its type", async () => {
    const { result } = await call("trace_transaction", hashOfFirst);
    assert.deepEqual(result, [
      {
        action: {
          callType: "call",
          from: sender,
          to: word("aa"),
          gas: "0xc350",
          input: "0x0102",
          value: "0x3",
        },
        ...place,
        type: "call",
        subtraces: 3,
        traceAddress: [],
        result: { gasUsed: "0x9c40", output: "0x04" },
      },
      {
        action: {
          callType: "staticcall",
          from: word("aa"),
          to: word("bb"),
          gas: "0x4e20",
          input: "0x",
          value: "0x0",
        },
        ...place,
        type: "call",
        subtraces: 0,
        traceAddress: [0],
        result: null,
        error: "Reverted",
      },
      {
        action: {
          creationMethod: "create2",
          from: word("aa"),
          gas: "0x2710",
          init: "0x60",
          value: "0x0",
        },
        ...place,
        type: "create",
        subtraces: 0,
        traceAddress: [1],
        result: { gasUsed: "0x1388", code: "0xfe", address: word("cc") },
      },
      {
        action: { address: word("aa"), refundAddress: word("dd"), balance: "0x7" },
        ...place,
        type: "suicide",
        subtraces: 0,
        traceAddress: [2],
        result: null,
      },
    ]);
    for (const [i, one] of (result as Json[]).entries()) {
      assert.deepEqual(Object.keys(one), i === 1 ? [...fields, "error"] : fields);
    }
  });

  it("is found by its position in the call tree", async () => {
    const all = (await call("trace_transaction", hashOfFirst)).result as Json[];
    assert.deepEqual((await call("trace_get", hashOfFirst, [])).result, all[0]);
    assert.deepEqual((await call("trace_get", hashOfFirst, ["0x1"])).result, all[2]);
    assert.equal((await call("trace_get", hashOfFirst, [9])).result, null);
    assert.equal((await call("trace_get", hashOfFirst, [0, 0])).result, null);
  });
});

describe("trace_block", () => {
  it("returns the traces of every transaction, for every kind of block reference", async () => {
    const { result } = await call("trace_block", "0x1");
    const positions = (result as Json[]).map(({ transactionPosition }) => transactionPosition);
    assert.deepEqual(positions, [0, 0, 0, 0, 1, 1, 1, 1]);
    for (const ref of [toHex(block.hash), "latest"]) {
      assert.deepEqual((await call("trace_block", ref)).result, result);
    }
    assert.deepEqual((await call("trace_block", "earliest")).result, []);
  });

  it("has only mined blocks", async () => {
    for (const ref of ["pending", "", "0x01", 1]) {
      assert.equal((await call("trace_block", ref)).error?.code, -32602, String(ref));
    }
  });
});

describe("trace_filter", () => {
  it("searches the latest block by default, for a hundred traces", async () => {
    assert.deepEqual(await queryOf({}), {
      from: 5000,
      to: 5000,
      fromAddresses: [],
      toAddresses: [],
      after: 0,
      count: 100,
    });
    assert.deepEqual(await queryOf({ fromBlock: null, count: null }), await queryOf({}));
  });

  it("accepts one address or several, and numbers in JSON or in hex", async () => {
    const one = await queryOf({ fromAddress: address, after: 3, count: 7 });
    const list = await queryOf({ fromAddress: [address], after: "0x3", count: "0x7" });
    assert.deepEqual(one, list);
    assert.equal(one?.fromAddresses.length, 1);
    assert.deepEqual([one?.after, one?.count], [3, 7]);
    assert.equal((await queryOf({ toAddress: [address, sender] }))?.toAddresses.length, 2);
  });

  it("returns matches page by page", async () => {
    const all = (await filterCall({ fromBlock: "earliest" })).result as Json[];
    assert.equal(all.length, 8);
    const page = await filterCall({ fromBlock: "earliest", after: 2, count: 3 });
    assert.deepEqual(page.result, all.slice(2, 5));
    const bySender = await filterCall({ fromAddress: sender });
    assert.equal((bySender.result as Json[]).length, 2);
    assert.deepEqual((await filterCall({ toAddress: word("99") })).result, []);
    assert.deepEqual((await filterCall({ count: 0 })).result, []);
  });

  it("names the limit that a range exceeds, and a range that would fit", async () => {
    const suggestion = { fromBlock: 1, toBlock: 2000 };
    const to = dispatcher({
      headNumber: () => 5000,
      traceFilter: async () => {
        throw new Fault({ code: "limit-exceeded", limit: "trace-range", max: 2000, suggestion });
      },
    });
    const { error } = await filterCall({ fromBlock: "0x1", toBlock: "0x7d1" }, to);
    assert.equal(error?.code, -32005);
    assert.deepEqual(error?.data, {
      limit: "trace-range",
      max: 2000,
      suggestion: { fromBlock: "0x1", toBlock: "0x7d0" },
    });
  });

  it("counts the requested blocks, whether they exist or not", async () => {
    const query = await queryOf({ fromBlock: "0x1000", toBlock: "0xffffff" });
    assert.deepEqual([query?.from, query?.to], [4096, 0xffffff]);
    const ahead = await queryOf({ fromBlock: "0x2000", toBlock: "0x2001" });
    assert.deepEqual([ahead?.from, ahead?.to], [8192, 8193]);
    for (const toBlock of ["latest", undefined]) {
      assert.equal(await queryOf({ fromBlock: "0x2000", toBlock }), undefined);
    }
  });

  it("returns at most a hundred traces", async () => {
    const { error } = await filterCall({ count: 101 });
    assert.equal(error?.code, -32005);
    assert.deepEqual(error?.data, { limit: "trace-count", max: 100 });
  });

  it("returns as many traces as the node is configured for, also without a count", async () => {
    const counts: number[] = [];
    const to = dispatcher({
      traceCountMax: 2000,
      traceFilter: async ({ count }) => {
        counts.push(count);
        return [];
      },
    });
    for (const filter of [{}, { count: null }, { count: 2000 }]) await filterCall(filter, to);
    assert.deepEqual(counts, [2000, 2000, 2000]);
    const { error } = await filterCall({ count: 2001 }, to);
    assert.deepEqual(error?.data, { limit: "trace-count", max: 2000 });
  });

  it("refuses contradictory parameters", async () => {
    const filters = [
      { fromBlock: "0x1", toBlock: "0x0" },
      { fromBlock: "0x3000", toBlock: "0x2000" },
      { fromBlock: "latest", toBlock: "earliest" },
      { fromBlock: "pending" },
      { fromBlock: toHex(block.hash) },
      { fromAddress: "0x12" },
      { after: -1 },
      { count: -1 },
      { count: 1.5 },
      { count: "7" },
      [],
      null,
    ];
    for (const filter of filters) {
      const { error } = await filterCall(filter);
      assert.equal(error?.code, -32602, JSON.stringify(filter));
    }
    assert.equal((await call("trace_filter")).error?.code, -32602);
  });
});
