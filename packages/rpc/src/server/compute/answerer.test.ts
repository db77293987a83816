import assert from "node:assert/strict";
import { it } from "node:test";
import { BlockLogsView, type LogHits, storeReceipts } from "@tandem/primitives";
import { silentLogger } from "@tandem/runtime";
import type { Backend } from "../../backend/backend.js";
import { defaultLimits } from "../../limits.js";
import { createAnswerer } from "./answerer.js";

/** More than is written in one time slice. */
const manyLogsCount = 200_000;

function manyLogs(logCount = manyLogsCount): LogHits {
  const log = {
    address: new Uint8Array(20),
    topics: [new Uint8Array(32)],
    data: new Uint8Array(0),
  };
  const receipt = {
    type: 0,
    isSuccess: true,
    cumulativeGasUsed: 1n,
    gasUsed: 1n,
    effectiveGasPrice: 1n,
    logs: Array.from({ length: logCount }, () => log),
  };
  const logs = new BlockLogsView(storeReceipts([receipt]), {
    blockHash: new Uint8Array(32),
    blockNumber: 1,
    blockTimestamp: 1,
    transactionHashes: () => new Uint8Array(32),
  });
  return { logs, positions: Array.from({ length: logCount }, (_, position) => position) };
}

it("a large answer is written no further once nobody waits for it", async () => {
  const hits = manyLogs();
  const backend = {
    async *logs() {
      yield [hits];
    },
  } as unknown as Backend;
  const answer = createAnswerer({
    backend,
    logger: silentLogger,
    errorForm: "standard",
    limits: { ...defaultLimits, answerCharactersMax: 1_000_000_000 },
  });
  const request = { method: "eth_getLogs", params: [{}] };
  const { signal } = new AbortController();
  let looks = 0;
  const given = await answer(request, {
    signal,
    get isAborted() {
      looks++;
      return true;
    },
  });
  assert.deepEqual([given.kind, looks], ["error", 1]);
  const whole = await answer(request, { signal, isAborted: false });
  assert.equal(whole.kind, "bytes");
});

it("a thread knows the client of a script", async () => {
  const ids: unknown[] = [];
  const backend = {
    debugTransaction: async (_: unknown, tracer: { readonly clientId?: string }) => {
      ids.push(tracer.clientId);
    },
    receipt: () => undefined,
  } as unknown as Backend;
  const answer = createAnswerer({
    backend,
    logger: silentLogger,
    errorForm: "standard",
    limits: { ...defaultLimits, answerCharactersMax: 1_000 },
  });
  const params = [`0x${"f0".repeat(32)}`, { tracer: "{}" }];
  const { signal } = new AbortController();
  const asked = { method: "debug_traceTransaction", params, clientId: "address:192.0.2.1" };
  await answer(asked, { signal, isAborted: false });
  assert.deepEqual(ids, ["address:192.0.2.1"]);
});

it("a thread answers for the state of an unknown block in the form of the other node", async () => {
  const backend = { headNumber: () => 7, call: () => undefined } as unknown as Backend;
  const answer = createAnswerer({
    backend,
    logger: silentLogger,
    errorForm: "anvil",
    limits: { ...defaultLimits, answerCharactersMax: 1_000 },
  });
  const request = { method: "eth_call", params: [{ to: `0x${"f0".repeat(20)}` }, "0x8"] };
  const { signal } = new AbortController();
  assert.deepEqual(await answer(request, { signal, isAborted: false }), {
    kind: "error",
    code: -32602,
    message: "BlockOutOfRangeError: block height is 7 but requested was 8",
    data: undefined,
  });
});

it("a thread refuses what a client collects above its share, and takes it afterwards", async () => {
  const hits = manyLogs(1_000);
  let begun = () => {};
  let release = () => {};
  const begins = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let queries = 0;
  const backend = {
    async *logs() {
      const isFirst = queries++ === 0;
      yield [hits];
      if (!isFirst) return;
      begun();
      await released;
    },
  } as unknown as Backend;
  const max = 600_000;
  const limits = { answerCharactersMax: max, clientAnswersBytesMax: max, answersBytesMax: 2 * max };
  const answer = createAnswerer({
    backend,
    limits,
    logger: silentLogger,
    errorForm: "standard",
  });
  const { signal } = new AbortController();
  const ask = (clientId: string) =>
    answer({ method: "eth_getLogs", params: [{}], clientId }, { signal, isAborted: false });
  const first = ask("one");
  await begins;
  const refused = await ask("one");
  assert.equal(refused.kind, "error");
  assert.deepEqual(refused.data, { limit: "client-answers-bytes", max });
  assert.equal((await ask("other")).kind, "shared");
  release();
  assert.equal((await first).kind, "shared");
  assert.equal((await ask("one")).kind, "shared");
});
