import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createLane, NoTurn } from "./lane.js";

const still = { max: 10, turnMs: 100, now: () => 0 };

describe("the wallet's lane", () => {
  it("runs one task at a time, in the order they came, whatever becomes of them", async () => {
    const lane = createLane(still);
    const events: string[] = [];
    const task = (name: string, isFailing = false) =>
      lane.run(async () => {
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

  it("refuses one too many, and has room again afterwards", async () => {
    const lane = createLane({ ...still, max: 2 });
    const two = [lane.run(async () => 1), lane.run(async () => 2)];
    await assert.rejects(
      lane.run(async () => 3),
      NoTurn,
    );
    assert.deepEqual(await Promise.all(two), [1, 2]);
    await lane.idle();
    assert.equal(await lane.run(async () => 4), 4);
  });

  it("does not begin what has waited too long", async () => {
    let time = 0;
    const lane = createLane({ ...still, now: () => time });
    const slow = lane.run(async () => {
      time = 101;
    });
    let hasRun = false;
    const late = lane.run(async () => {
      hasRun = true;
    });
    await slow;
    await assert.rejects(late, NoTurn);
    assert.equal(hasRun, false);
  });
});
