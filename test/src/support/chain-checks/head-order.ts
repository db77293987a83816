/** Checks reads of the head by several clients: none may see an older head than any earlier answer. */
import assert from "node:assert/strict";
import type { Hex } from "../wire.js";

/**
 * A read of the head: the times of its request and its answer, as numbers in one order of events,
 * and its result.
 */
export interface HeadRead {
  readonly asked: number;
  readonly answered: number;
  readonly head: Hex;
}

/** @param heads every head, in order. */
export function assertNeverOlder(all: readonly HeadRead[], heads: readonly Hex[]): void {
  const places = new Map(heads.map((head, place) => [head, place]));
  const byAnswer = all.toSorted((a, b) => a.answered - b.answered);
  let [told, newest] = [0, 0];
  for (const { asked, head } of all.toSorted((a, b) => a.asked - b.asked)) {
    for (let one = byAnswer[told]; one && one.answered < asked; one = byAnswer[++told]) {
      newest = Math.max(newest, places.get(one.head) ?? 0);
    }
    const place = places.get(head);
    assert.ok(place !== undefined, "every head that is told was the head");
    assert.ok(place >= newest, `the head ${place} is told after ${newest}`);
  }
}
