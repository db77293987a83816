import assert from "node:assert/strict";
import { after, before, mock, test } from "node:test";
import { setImmediate as afterSockets } from "node:timers/promises";
import { isSliceOver, nextSlice, runSync, runYielding, sliceMs, turnNumber } from "./scheduler.js";

/** Milliseconds on a clock that does not advance while others have the processor. */
let time = 1_000;
before(() => void mock.method(performance, "now", () => time));
// The tests of other files follow in this process.
after(() => mock.restoreAll());

/** Works until the time slice is over. */
function useUpSlice(): void {
  while (!isSliceOver()) time += 0.25;
}

test("all work shares one time slice, which ends with the turn of the event loop", async () => {
  await afterSockets();
  const began = time;
  assert.equal(isSliceOver(), false);
  useUpSlice();
  assert.equal(time - began, sliceMs);
  assert.equal(isSliceOver(), true);
  await nextSlice();
  assert.equal(isSliceOver(), false);
});

test("a turn of the event loop has a number, also where work waits for its slice", async () => {
  const numbers = [turnNumber()];
  useUpSlice();
  const later = [nextSlice(), nextSlice()];
  assert.equal(turnNumber(), numbers[0]);
  for (let turn = 0; turn < 3; turn++) {
    await afterSockets();
    numbers.push(turnNumber());
    assert.equal(turnNumber(), numbers.at(-1));
  }
  await Promise.all(later);
  assert.equal(new Set(numbers).size, 4);
});

test("who waits goes on in the order they came, one turn each where each uses it up", async () => {
  const told: string[] = [];
  let turns = 0;
  let isOver = false;
  const count = async () => {
    for (; !isOver; turns++) await afterSockets();
  };
  const work = async (name: string) => {
    await nextSlice();
    told.push(`${name} at ${turns}`);
    useUpSlice();
    await nextSlice();
    told.push(`${name} again`);
  };
  useUpSlice();
  const counting = count();
  await Promise.all(["a", "b", "c"].map(work));
  isOver = true;
  await counting;
  const [a = -1, b = -1, c = -1] = told.slice(0, 3).map((line) => Number(line.split(" at ")[1]));
  assert.ok(a < b && b < c, `${told}`);
  assert.deepEqual(
    told.map((line) => line.slice(0, 1)),
    [..."abcabc"],
  );
});

test("short work of many is done in one turn, each to its end before the next", async () => {
  const told: string[] = [];
  let turns = 0;
  let isOver = false;
  const count = async () => {
    for (; !isOver; turns++) await afterSockets();
  };
  const work = async (name: string) => {
    await nextSlice();
    const began = turns;
    for (let i = 0; i < 3; i++) {
      told.push(name);
      await Promise.resolve();
    }
    return began;
  };
  const counting = count();
  const began = await Promise.all(["a", "b", "c"].map(work));
  isOver = true;
  await counting;
  assert.equal(told.join(""), "aaabbbccc");
  assert.equal(new Set(began).size, 1);
});

test("steps come to the same with and without yielding, and others are served in between", async () => {
  let served = 0;
  let isOver = false;
  const serve = async () => {
    for (; !isOver; served++) await afterSockets();
  };
  function* sum(): Generator<void, number> {
    let total = 0;
    for (let i = 0; i < 5; i++) {
      useUpSlice();
      total += i;
      yield;
    }
    return total;
  }
  const serving = serve();
  assert.equal(await runYielding(sum()), 10);
  isOver = true;
  await serving;
  assert.ok(served >= 4, `${served}`);
  assert.equal(runSync(sum()), 10);
});

test("a generator whose work is cancelled ends after the slice in which it was", async () => {
  let steps = 0;
  function* endless(): Generator<void, never> {
    for (;;) {
      useUpSlice();
      steps++;
      yield;
    }
  }
  const cancellation = {
    get isAborted() {
      return steps >= 3;
    },
  };
  await assert.rejects(runYielding(endless(), cancellation), { name: "AbortError" });
  assert.equal(steps, 3);
});
