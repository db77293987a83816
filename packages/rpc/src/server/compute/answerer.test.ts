import assert from "node:assert/strict";
import { it } from "node:test";
import { BlockLogsView, type LogHits, storeReceipts } from "@tandem/primitives";
import { silentLogger } from "@tandem/runtime";
import type { Backend } from "../backend/backend.js";
import { createAnswerer } from "./answerer.js";

/** More than is written in one time slice. */
const logCount = 200_000;

function manyLogs(): LogHits {
  const log = {
    address: new Uint8Array(20),
    topics: [new Uint8Array(32)],
    data: new Uint8Array(0),
  };
  const receipt = {
    ...{ type: 0, isSuccess: true, cumulativeGasUsed: 1n, gasUsed: 1n, effectiveGasPrice: 1n },
    logs: Array.from({ length: logCount }, () => log),
  };
  const logs = new BlockLogsView(storeReceipts([receipt]), {
    blockHash: new Uint8Array(32),
    blockNumber: 1,
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
    answerCharactersMax: 1_000_000_000,
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
    answerCharactersMax: 1_000,
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
    answerCharactersMax: 1_000,
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
