import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { EventQueue, type QueuedEvent } from "./event-queue.js";

test("events come out by time, and those of one moment in the order they went in", () => {
  const steps = fc.array(fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constant("take" as const)), {
    maxLength: 200,
  });
  fc.assert(
    fc.property(steps, (script) => {
      const queue = new EventQueue();
      const model: { readonly time: number; readonly order: number }[] = [];
      for (const [order, step] of script.entries()) {
        if (step !== "take") {
          queue.add(step, 1, order, -order);
          model.push({ time: step, order });
          continue;
        }
        model.sort((a, b) => a.time - b.time || a.order - b.order);
        const expected = model.shift();
        assert.equal(queue.nextTime, expected?.time ?? Number.POSITIVE_INFINITY);
        if (expected === undefined) continue;
        const event: QueuedEvent = { time: 0, kind: 0, a: 0, b: 0 };
        queue.take(event);
        const { time, order: a } = expected;
        assert.deepEqual(event, { time, kind: 1, a, b: -a === 0 ? 0 : -a });
      }
      assert.equal(queue.length, model.length);
    }),
    { seed: 1, numRuns: 200 },
  );
});

test("a queue grows past what it began with", () => {
  const queue = new EventQueue();
  for (let i = 0; i < 5_000; i++) queue.add((i * 7_919) % 5_000, 0, i, 0);
  const event: QueuedEvent = { time: 0, kind: 0, a: 0, b: 0 };
  for (let i = 0; i < 5_000; i++) {
    queue.take(event);
    assert.equal(event.time, i);
  }
  assert.equal(queue.nextTime, Number.POSITIVE_INFINITY);
});
