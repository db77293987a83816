/** Tests traces of random blocks: each is a tree, is reproducible, and equals that from the disk. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  restoreTraces,
  storeTraces,
  type Trace,
  type TraceError,
  traceAddressOf,
} from "@tandem/primitives";
import { fewOrMany, seedOr } from "../support/extent.js";
import { randomBlocks } from "../support/scenes/random-blocks.js";
import { assertSame } from "../support/scenes/trace-scene.js";

/** Asserts that each trace is below one that counts it, and has at most its gas. */
function assertTree(traces: readonly Trace[]): void {
  const byPlace = new Map(traces.map((trace) => [traceAddressOf(trace).join(), trace]));
  assert.equal(byPlace.size, traces.length);
  for (const trace of traces) {
    const { subtraces, type } = trace;
    const traceAddress = traceAddressOf(trace);
    const below = traces.filter((other) => {
      const address = traceAddressOf(other);
      return (
        address.length === traceAddress.length + 1 &&
        traceAddress.every((step, depth) => address[depth] === step)
      );
    });
    assert.equal(below.length, subtraces);
    const places = below.map((one) => one.path?.index);
    assert.deepEqual(places, [...below.keys()]);
    const used = below.reduce((sum, one) => sum + (one.result?.gasUsed ?? 0n), 0n);
    const own = byPlace.get(traceAddress.join())?.result?.gasUsed;
    if (type !== "suicide" && own !== undefined) assert.ok(used <= own);
  }
}

test("traces of random blocks equal those of the call tracer", async () => {
  const blocks = fewOrMany(25, 60);
  const seen = { kinds: new Set<string>(), errors: new Set<TraceError>(), inside: 0 };

  for await (const { outcome, replay } of randomBlocks(seedOr(4), blocks)) {
    const { transactions, receipts } = outcome;
    const traces = restoreTraces(outcome.storedTraces);
    assert.equal(traces.length, transactions.length);
    const results = await replay({ kind: "calls", onlyTopCall: false, withLog: true });
    for (const [index, result] of results.entries()) {
      const [top, ...inside] = traces[index] as [Trace, ...Trace[]];
      assert.ok(result.kind === "calls");
      assertSame([top, ...inside], result.call);
      assertTree([top, ...inside]);
      const receipt = receipts[index];
      assert.equal(top.error === undefined, receipt?.isSuccess);
      assert.equal(result.call.gasUsed, receipt?.gasUsed);
      const logs = [...logsOf(result.call)].sort((a, b) => a.index - b.index);
      assert.deepEqual(
        logs.map(({ address, topics, data }) => ({ address, topics, data })),
        receipt?.logs,
      );
      seen.inside += inside.length;
      for (const trace of [top, ...inside]) note(trace);
    }
    assert.deepEqual(restoreTraces(storeTraces(traces)), traces);
  }

  function note({ type, action, error }: Trace): void {
    const kind = type === "call" ? action.callType : type;
    seen.kinds.add(kind);
    if (error !== undefined) seen.errors.add(error);
  }
  for (const kind of ["call", "delegatecall", "staticcall", "create", "suicide"]) {
    assert.ok(seen.kinds.has(kind), kind);
  }
  assert.ok(seen.inside > blocks / 2 && seen.errors.size >= 4, `${seen.inside} inside`);
});

type Call = Parameters<typeof assertSame>[1];

function* logsOf(call: Call): Generator<NonNullable<Call["logs"]>[number]> {
  yield* call.logs ?? [];
  for (const inner of call.calls) yield* logsOf(inner);
}
