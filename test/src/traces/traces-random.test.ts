/** Tests traces of random blocks: each is a tree, is reproducible, and equals that from the disk. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  decodeTransaction,
  evmCommon,
  restoreTraces,
  storeTraces,
  type Trace,
  type TraceError,
  testSpec,
  traceAddressOf,
} from "@tandem/primitives";
import { systemClock } from "@tandem/runtime";
import { createExecutor, createMemorySource, genesisState } from "@tandem/state";
import { fewOrMany, seedOr } from "../support/extent.js";
import { createWorld } from "../support/scenes/random-world.js";
import { ancestorHash, assertSame, env } from "../support/scenes/trace-scene.js";
import { seeded } from "../support/seeded.js";

const chainId = 31;
const common = evmCommon(chainId, "osaka");
const { minimumGasPrice } = env;
const gasLimit = 30_000_000n;

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
  const random = seeded(seedOr(4));
  const world = createWorld({ chainId, random, people: 8, minimumGasPrice, isFuzzed: true });
  const source = createMemorySource();
  const executor = createExecutor({ chainId, forks: testSpec.forks, source, clock: systemClock });
  const genesis = genesisState(
    world.people.map(({ address }) => ({ address, balance: 10n ** 24n })),
  );
  source.write(genesis);
  let parentRoot = genesis.stateRoot;
  const seen = { kinds: new Set<string>(), errors: new Set<TraceError>(), inside: 0 };

  for (let number = 1; number <= blocks; number++) {
    const where = { parentRoot, env: { ...env, number, gasLimit }, ancestorHash };
    const execution = await executor.begin(where);
    for (let i = 0; i < 3 + random.int(8); i++) {
      const raw = world.transaction((address) => execution.reader().nonceOf(address));
      await execution.apply(decodeTransaction(raw, common));
    }
    const outcome = await execution.finish();
    const { transactions, receipts } = outcome;
    const traces = restoreTraces(outcome.storedTraces);
    assert.equal(traces.length, transactions.length);
    const results = await executor.replay({
      ...where,
      transactions,
      first: 0,
      tracer: { kind: "calls", onlyTopCall: false, withLog: true },
      timeoutMs: 60_000,
    });
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
    source.write(outcome);
    world.learn(outcome);
    parentRoot = outcome.stateRoot;
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
