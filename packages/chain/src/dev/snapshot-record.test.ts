import assert from "node:assert/strict";
import { it } from "node:test";
import { RLP } from "@ethereumjs/rlp";
import { testSpec } from "@tandem/primitives";
import { runSync } from "@tandem/runtime";
import { decodeSnapshotSteps } from "./snapshot-record.js";

const settings = {
  offsetMs: 5_000,
  isAutomine: false,
  gasLimitTarget: "30000000",
  minimumGasPriceTarget: "7",
  coinbase: `0x${"c0".repeat(20)}`,
  origin: "",
};

it("decodes a snapshot that was taken before its settings were renamed", () => {
  const headHash = new Uint8Array(32).fill(7);
  const rest = JSON.stringify({ clockMs: 9_000, dials: JSON.stringify(settings) });
  const row = RLP.encode([headHash, new Uint8Array(0), Buffer.from(rest), [], []]);
  const record = runSync(decodeSnapshotSteps(row, testSpec, 1));
  assert.deepEqual(record.headHash, headHash);
  assert.equal(record.editedRoot, undefined);
  assert.equal(record.clockMs, 9_000);
  assert.equal(record.devSettings.offsetMs, 5_000);
  assert.equal(record.devSettings.isAutomine, false);
  assert.equal(record.devSettings.intervalMs, undefined);
  assert.equal(record.devSettings.minimumGasPriceTarget, 7n);
  assert.deepEqual(record.pool, []);
});
