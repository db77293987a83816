import assert from "node:assert/strict";
import { syncBuiltinESMExports } from "node:module";
import { test } from "node:test";
import workerThreads from "node:worker_threads";
import { runSync } from "@tandem/runtime";

test("a node that may start no thread hashes in the main thread", async () => {
  class Unstartable {
    constructor() {
      throw new Error("ERR_WORKER_INIT_FAILED");
    }
  }
  Object.assign(workerThreads, { Worker: Unstartable });
  syncBuiltinESMExports();
  const { ReceiptsAhead, storedReceiptsRootSteps, storeReceiptSteps } = await import("../index.js");
  const gas = { cumulativeGasUsed: 1n, gasUsed: 1n, effectiveGasPrice: 1n };
  const ahead = new ReceiptsAhead();
  for (let i = 0; i < 600; i++) {
    runSync(storeReceiptSteps({ type: 0, isSuccess: true, ...gas, logs: [] }, ahead));
  }
  const { bytes, result } = await ahead.finish();
  assert.equal(result.count, 600);
  assert.deepEqual(result.receiptsRoot, runSync(storedReceiptsRootSteps(bytes)));
});
