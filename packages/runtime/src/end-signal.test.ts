import assert from "node:assert/strict";
import { test } from "node:test";
import { onEndSignal, repetitionMs, untilEndSignal } from "./end-signal.js";

test("a signal told twice is one, and a later one ends the process at once", async () => {
  let time = 5_000;
  const raised: NodeJS.Signals[] = [];
  const handlers = () => process.listenerCount("SIGTERM");
  const before = handlers();
  const ended = untilEndSignal({ now: () => time, raise: (signal) => raised.push(signal) });
  process.emit("SIGTERM", "SIGTERM");
  process.emit("SIGINT", "SIGINT");
  time += repetitionMs - 1;
  process.emit("SIGTERM", "SIGTERM");
  assert.equal(await ended, "SIGTERM");
  assert.deepEqual(raised, []);
  assert.equal(handlers(), before + 1);
  time += 1;
  process.emit("SIGINT", "SIGINT");
  assert.deepEqual(raised, ["SIGINT"]);
  assert.equal(handlers(), before, "the signal that is raised finds no handler");
});

test("the handlers are removed when what a signal would end has ended", () => {
  const counts = () => ["SIGINT", "SIGTERM", "SIGHUP"].map((name) => process.listenerCount(name));
  const before = counts();
  const release = onEndSignal(() => assert.fail("no signal was sent"));
  assert.notDeepEqual(counts(), before);
  release();
  assert.deepEqual(counts(), before);
});
