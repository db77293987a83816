import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { type TracerRequest, toHex } from "@tandem/primitives";
import { silentLogger } from "@tandem/runtime";
import type { Backend } from "../../backend/backend.js";
import { clientTracedRequestsMax, tracedRequestsMax } from "../../limits.js";
import { ask, block, dispatcher } from "../../testing/ask.js";
import { traced } from "../../testing/fake-tracers.js";
import { requestText } from "../../testing/serve.js";

const hash = toHex(block.transactions[0]?.hash ?? new Uint8Array());

/** The executions that have begun: each ends when it is told to. */
const ends: (() => void)[] = [];
const execution = async (tracer: TracerRequest) => {
  await new Promise<void>((resolve) => ends.push(resolve));
  return traced(tracer);
};
const transactionHash = block.transactions[0]?.hash ?? new Uint8Array();
const executions: Partial<Backend> = {
  debugTransaction: (_, tracer) => execution(tracer),
  debugBlock: async (_, tracer) => [{ transactionHash, result: await execution(tracer) }],
  debugCall: (_, tracer) => execution(tracer),
  debugCalls: async (calls) => Promise.all(calls.map(({ tracer }) => execution(tracer))),
  debugRaw: (_, tracer) => execution(tracer),
};
const clientOf = (id: string) => dispatcher(executions, {}, silentLogger, { id });
const afterTurn = () => new Promise(setImmediate);

const request = { to: `0x${"aa".repeat(20)}` };
const types = ["trace"];
const methods: readonly (readonly [string, readonly unknown[]])[] = [
  ["debug_traceTransaction", [hash]],
  ["debug_traceBlockByNumber", ["latest"]],
  ["debug_traceBlockByHash", [toHex(block.hash)]],
  ["debug_traceCall", [request, "latest"]],
  ["trace_call", [request, types]],
  ["trace_callMany", [[[request, types]]]],
  ["trace_rawTransaction", ["0x02", types]],
  ["trace_replayTransaction", [hash, types]],
  ["trace_replayBlockTransactions", ["latest", types]],
];

describe("requests that execute for a tracer", () => {
  afterEach(() => assert.deepEqual(ends, []));

  for (const [method, params] of methods) {
    it(`wait for each other, by client: ${method}`, async () => {
      const text = requestText(method, [...params]);
      const answers = Array.from({ length: clientTracedRequestsMax + 1 }, () =>
        ask(text, clientOf("one")),
      );
      await afterTurn();
      assert.equal(ends.length, clientTracedRequestsMax);
      const others = Array.from({ length: 3 }, () => ask(text, clientOf("other")));
      await afterTurn();
      assert.equal(ends.length, tracedRequestsMax);
      while (ends.length > 0) {
        ends.shift()?.();
        await afterTurn();
      }
      for (const { error } of await Promise.all([...answers, ...others])) {
        assert.equal(error, undefined);
      }
    });
  }

  it("leave their place when they fail", async () => {
    const failing = dispatcher(
      {
        debugTransaction: async () => {
          throw new Error("no trace");
        },
      },
      {},
      silentLogger,
      { id: "one" },
    );
    for (let i = 0; i <= tracedRequestsMax; i++) {
      const { error } = await ask(requestText("debug_traceTransaction", [hash]), failing);
      assert.equal(error?.code, -32603);
    }
  });
});
