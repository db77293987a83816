import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  Fault,
  type HeadMoved,
  type SignedTransaction,
  type StoredBlock,
} from "@tandem/primitives";
import { mineSubmitted } from "./inclusion.js";

/** Waits for a transaction whose block fails with `error`, in a pool that still has it or not. */
async function submitTo(error: unknown, isKept: boolean) {
  const transaction = { hash: new Uint8Array(32).fill(1) } as SignedTransaction;
  const waiting = new Set(isKept ? [transaction] : []);
  const pool = {
    get: () => [...waiting][0],
    remove: (removed: readonly SignedTransaction[]) => {
      for (const tx of removed) waiting.delete(tx);
    },
  };
  const miner = {
    wakeUntilIdle(idle: (failure: unknown) => void) {
      idle(error);
      return () => {};
    },
  };
  await mineSubmitted({ pool, miner, listen: () => () => {} }, transaction);
  return waiting.size;
}

describe("the wait for the block of a sent transaction", () => {
  const unavailable = new Fault({ code: "execution-failed", message: "no answer" });

  it("throws the error for which the transaction was dropped", async () => {
    const defect = new Error("a defect");
    await assert.rejects(submitTo(defect, false), defect);
    await assert.rejects(submitTo(unavailable, false), unavailable);
  });

  it("ends while the transaction waits for the next attempt", async () => {
    assert.equal(await submitTo(unavailable, true), 1);
    assert.equal(await submitTo(new Error("another transaction's defect"), true), 1);
  });

  it("leaves nothing behind at a miner that goes on with other transactions", async () => {
    const transaction = { hash: new Uint8Array(32).fill(1) } as SignedTransaction;
    const waiting = new Set<unknown>();
    const added = (listeners: Set<unknown>, listener: unknown) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    };
    const heads = new Set<(event: HeadMoved) => void>();
    const mined = mineSubmitted(
      {
        pool: { get: () => undefined, remove: () => {} },
        miner: { wakeUntilIdle: (idle) => added(waiting, idle) },
        listen: (listener) => added(heads, listener),
      },
      transaction,
    );
    assert.deepEqual([waiting.size, heads.size], [1, 1]);
    const block = { transactions: [transaction] } as unknown as StoredBlock;
    for (const tell of heads) tell({ removed: [], added: [block] });
    await mined;
    assert.deepEqual([waiting.size, heads.size], [0, 0]);
  });

  it("drops the transaction and throws when the disk is full", async () => {
    const full = new Fault({ code: "no-space", message: "the disk is full" });
    await assert.rejects(submitTo(full, true), full);
  });
});
