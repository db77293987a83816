import assert from "node:assert/strict";
import { it } from "node:test";
import { type BlockTraces, type Fault, storeTraces, type Trace } from "@tandem/primitives";
import { runSync } from "@tandem/runtime";
import { openStore } from "../store.js";
import * as table from "./tables.js";
import { traceRowOf } from "./trace-row.js";

const [hash, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const removal: Trace = {
  type: "suicide",
  action: { address: hash.subarray(12), refundAddress: other.subarray(12), balance: 3n },
  subtraces: 0,
  path: undefined,
};
const traces: BlockTraces = [[removal], []];

const isWrongDigest = ({ data }: Fault) =>
  data.code === "corrupt-data" && data.rule === "traces/digest" && data.height === 17;

it("a row of traces is verified against its block, decoded or raw", async (t) => {
  const store = await openStore({ directory: undefined, isDurable: false });
  t.after(() => store.close());
  const batch = store.batch();
  batch.put(table.traces.raw, hash, traceRowOf(storeTraces(traces), hash));
  await batch.commit();
  assert.deepEqual(store.get(table.traces, hash), traces);
  assert.deepEqual(runSync(store.getSteps(table.traces, hash)), traces);
  const row = store.get(table.traces.raw, hash) as Uint8Array;
  assert.deepEqual(row, table.traces.value.encode(traces, hash));

  const moved = store.batch();
  moved.put(table.traces.raw, other, row);
  await moved.commit();
  for (const of of [table.traces, table.traces.raw]) {
    assert.throws(() => store.get<Uint8Array, unknown>(of, other, 17), isWrongDigest);
    assert.throws(() => runSync(store.getSteps<Uint8Array, unknown>(of, other, 17)), isWrongDigest);
  }
});

it("a row of an older version, which has no digest, is read", async (t) => {
  const store = await openStore({ directory: undefined, isDurable: false });
  t.after(() => store.close());
  const batch = store.batch();
  batch.put(table.traces.raw, hash, storeTraces(traces));
  await batch.commit();
  assert.deepEqual(store.get(table.traces, hash), traces);
});
