import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { SerialQueue, TaskNotStarted } from "./serial-queue.js";

const still = { max: 10, waitMsMax: 100, now: () => 0 };

describe("a serial queue", () => {
  it("runs one task at a time, in the order they were added, whatever their outcome", async () => {
    const queue = new SerialQueue(still);
    const events: string[] = [];
    const task = (name: string, isFailing = false) =>
      queue.run(async () => {
        events.push(`${name} begins`);
        await Promise.resolve();
        events.push(`${name} ends`);
        if (isFailing) throw new Error(name);
        return name;
      });
    const results = await Promise.allSettled([task("a"), task("b", true), task("c")]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ["fulfilled", "rejected", "fulfilled"],
    );
    assert.deepEqual(
      events,
      ["a", "b", "c"].flatMap((name) => [`${name} begins`, `${name} ends`]),
    );
  });

  it("refuses a task beyond its limit, and accepts one again afterwards", async () => {
    const queue = new SerialQueue({ ...still, max: 2 });
    const two = [queue.run(async () => 1), queue.run(async () => 2)];
    await assert.rejects(
      queue.run(async () => 3),
      TaskNotStarted,
    );
    assert.deepEqual(await Promise.all(two), [1, 2]);
    await queue.idle();
    assert.equal(await queue.run(async () => 4), 4);
  });

  it("does not start a task that has waited too long", async () => {
    let time = 0;
    const queue = new SerialQueue({ ...still, now: () => time });
    const slow = queue.run(async () => {
      time = 101;
    });
    let hasRun = false;
    const late = queue.run(async () => {
      hasRun = true;
    });
    await slow;
    await assert.rejects(late, TaskNotStarted);
    assert.equal(hasRun, false);
  });
});
