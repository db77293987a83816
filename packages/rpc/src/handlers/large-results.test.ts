/**
 * Tests that large results, which are written in time slices, equal the text of the contract's
 * writers.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { encodeBlock, type LocatedTrace, type SignedTransaction } from "@tandem/primitives";
import type { ShownBlock, ShownReceipt } from "../backend/chain-api.js";
import { collectArray } from "../contract/codec/json-collector.js";
import { writerOf } from "../contract/codec/writer.js";
import { block as blockShape, showBlock } from "../contract/shape/block.js";
import { receipt as receiptShape, showReceipt } from "../contract/shape/receipt.js";
import { showTrace, trace as traceShape } from "../contract/shape/traces/trace.js";
import { showTransaction, transaction as transactionShape } from "../contract/shape/transaction.js";
import { ask, block, dispatcher, genesis } from "../testing/ask.js";
import { fakeBackend } from "../testing/fake-backend.js";
import { requestText } from "../testing/serve.js";

const repeated = 300;
/** Counts nothing. */
const held = { take() {} };
const many = <T>(items: readonly T[]): T[] =>
  Array.from({ length: repeated }, (_, i) => items[i % items.length] as T);

const backend = fakeBackend([genesis, block], {});
const ref = { number: block.header.number };

async function shownBlock(): Promise<ShownBlock> {
  const shown = await backend.block({ number: 1 });
  assert.ok(shown !== undefined);
  return { ...shown, transactions: many(shown.transactions) };
}

const answerOf = async (
  replaced: Parameters<typeof dispatcher>[0],
  method: string,
  ...params: unknown[]
) => (await ask(requestText(method, params), dispatcher(replaced))).result;

describe("a large result", () => {
  it("is equal to the text of the writer for a block", async () => {
    const shown = await shownBlock();
    const write = writerOf(blockShape);
    for (const isFull of [true, false]) {
      const result = await answerOf(
        { block: async () => shown },
        "eth_getBlockByNumber",
        "latest",
        isFull,
      );
      assert.equal(JSON.stringify(result), write(showBlock(shown, isFull)));
    }
    const pending = { ...shown, hash: undefined };
    const result = await answerOf(
      { block: async () => pending },
      "eth_getBlockByNumber",
      "pending",
      true,
    );
    assert.equal(JSON.stringify(result), write(showBlock(pending, true)));
    const raw = await answerOf({ block: async () => shown }, "debug_getRawBlock", "latest");
    assert.equal(raw, `0x${Buffer.from(encodeBlock(shown)).toString("hex")}`);
  });

  it("is equal to the text of the writers for receipts, pending transactions and traces", async () => {
    const receipts = many((await backend.blockReceipts({ number: 1 })) ?? []);
    const writeReceipt = writerOf(receiptShape);
    assert.equal(
      JSON.stringify(
        await answerOf({ blockReceipts: async () => receipts }, "eth_getBlockReceipts", "latest"),
      ),
      `[${receipts.map((one: ShownReceipt) => writeReceipt(showReceipt(one))).join(",")}]`,
    );
    const pending = many(block.transactions);
    const writeTransaction = writerOf(transactionShape);
    const show = (one: SignedTransaction) =>
      writeTransaction(showTransaction({ transaction: one, inclusion: undefined }));
    assert.equal(
      JSON.stringify(
        await answerOf(
          { poolContent: async () => ({ pending, queued: [] }) },
          "eth_pendingTransactions",
        ),
      ),
      `[${pending.map(show).join(",")}]`,
    );
    const traces = many((await backend.traceBlock(ref)) ?? []);
    const writeTrace = writerOf(traceShape);
    assert.equal(
      JSON.stringify(await answerOf({ traceBlock: () => traces }, "trace_block", "latest")),
      `[${traces.map((one: LocatedTrace) => writeTrace(showTrace(one))).join(",")}]`,
    );
  });

  it("is measured for few traces with long inputs, and one is refused by the limit of an answer", async () => {
    const [one] = (await backend.traceBlock(ref)) ?? [];
    assert.ok(one?.trace.type === "call");
    const input = new Uint8Array(200_000).fill(7);
    const trace = { ...one.trace, action: { ...one.trace.action, input } };
    const traces: LocatedTrace[] = [{ ...one, trace }, one, { ...one, trace }];
    const expected = `[${traces.map((each) => writerOf(traceShape)(showTrace(each))).join(",")}]`;
    const replaced = { traceBlock: () => traces, traceFilter: async () => traces };
    for (const [method, param] of [
      ["trace_block", "latest"],
      ["trace_filter", {}],
    ] as const) {
      assert.equal(JSON.stringify(await answerOf(replaced, method, param)), expected);
      const limited = dispatcher(replaced, { answerCharactersMax: 500_000 });
      const { error } = await ask(requestText(method, [param]), limited);
      assert.equal(error?.code, -32005);
      assert.deepEqual(error?.data, { limit: "answer-characters", max: 500_000 });
    }
  });

  it("that grows too long is refused by its limit", async () => {
    const long = "x".repeat(1_000);
    const items = Array.from({ length: 1_000 }, () => long);
    await assert.rejects(
      collectArray(items, (text) => text, { answerCharactersMax: 500_000, isAborted: false, held }),
      { data: { code: "limit-exceeded", limit: "answer-characters", max: 500_000 } },
    );
    const call = { answerCharactersMax: 2_000_000, isAborted: false, held };
    const text = await collectArray(items, (one) => `"${one}"`, call);
    assert.deepEqual(JSON.parse("text" in text ? text.text : text.toString()), items);
  });

  it("is not written further once its client has left", async () => {
    function* endless(): Generator<string> {
      for (;;) yield "x".repeat(100);
    }
    const call = { answerCharactersMax: 100_000_000, isAborted: true, held };
    await assert.rejects(
      collectArray(endless(), (text) => text, call),
      { name: "AbortError" },
    );
  });
});
