import assert from "node:assert/strict";
import { it } from "node:test";
import { Waiters } from "@tandem/replication";
import { appliedFrom, CatchingUp } from "./catching-up.js";

/** Starts to wait. @returns whether the wait has ended. */
function waitFor(catchingUp: CatchingUp): () => boolean {
  let hasEnded = false;
  void catchingUp.ended().then(() => {
    hasEnded = true;
  });
  return () => hasEnded;
}

const turn = () => new Promise(setImmediate);

it("pending transactions wait for the records of the log before its end", async () => {
  const standing = { role: "replica" as const, applied: 1, last: 4 };
  const catchingUp = new CatchingUp(() => standing, new AbortController().signal);
  const hasEnded = waitFor(catchingUp);
  for (const applied of [2, 3]) {
    await turn();
    assert.ok(!hasEnded(), `after record ${standing.applied}`);
    standing.applied = applied;
    catchingUp.importing(Promise.resolve());
  }
  await turn();
  assert.ok(hasEnded());
});

it("pending transactions wait for a record that is being imported, also if that fails", async () => {
  const standing = { role: "replica" as const, applied: 4, last: 4 };
  const catchingUp = new CatchingUp(() => standing, new AbortController().signal);
  let fail = () => {};
  catchingUp.importing(
    new Promise((_, reject) => {
      fail = () => reject(new Error("not imported"));
    }),
  );
  const hasEnded = waitFor(catchingUp);
  await turn();
  assert.ok(!hasEnded());
  fail();
  await turn();
  assert.ok(hasEnded());
});

it("a node that does not catch up in time, and one that seals, keep none waiting", async () => {
  const ending = new AbortController();
  const behind = { applied: 1, last: 9 };
  const late = waitFor(new CatchingUp(() => ({ role: "standby", ...behind }), ending.signal));
  const sealing = waitFor(new CatchingUp(() => ({ role: "sealer", ...behind }), ending.signal));
  await turn();
  assert.deepEqual([late(), sealing()], [false, true]);
  ending.abort();
  await turn();
  assert.ok(late());
});

/** A node that has applied a part of the log. */
class Applying {
  position = { identity: "one", sequence: 1, id: "" };
  readonly #waiters = new Waiters();
  async applied({ sequence }: { sequence: number }, signal: AbortSignal) {
    while (this.position.sequence < sequence) await this.#waiters.next(signal);
  }
  apply(sequence: number) {
    this.position = { ...this.position, sequence };
    this.#waiters.wake();
  }
}

it("pending transactions wait for what their node had applied, and not for records that are lost", async () => {
  const ending = new AbortController();
  for (const [last, awaited] of [
    [9, 3],
    [2, 2],
  ] as const) {
    const node = new Applying();
    const log = { bounds: async () => ({ identity: "one", first: 1, last }) };
    let hasEnded = false;
    const waiting = appliedFrom(log, node, { identity: "one", sequence: 3 }, ending.signal);
    void waiting.then(() => {
      hasEnded = true;
    });
    for (let sequence = 2; sequence <= awaited; sequence++) {
      await turn();
      assert.ok(!hasEnded, `before record ${sequence} of ${last}`);
      node.apply(sequence);
    }
    await waiting;
  }
});
