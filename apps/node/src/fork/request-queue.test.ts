import assert from "node:assert/strict";
import { it } from "node:test";
import { setImmediate as nextImmediate } from "node:timers/promises";
import { RequestQueue } from "./request-queue.js";

/** Returns a queue of at most two requests, the names of those that were started, and a function that ends one. */
function scene() {
  const queue = new RequestQueue(2);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const { signal } = new AbortController();
  const add = (name: string, by = signal) =>
    queue.run(() => {
      started.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    }, by);
  const end = async (name: string) => {
    ends.get(name)?.();
    await nextImmediate();
  };
  return { queue, started, add, end };
}

it("starts as many requests as may be under way, and the others in order", async () => {
  const { started, add, end } = scene();
  const all = ["a", "b", "c", "d", "e"].map((name) => add(name));
  assert.deepEqual(started, ["a", "b"]);
  await end("b");
  assert.deepEqual(started, ["a", "b", "c"]);
  for (const name of ["a", "c", "d", "e"]) await end(name);
  assert.deepEqual(started, ["a", "b", "c", "d", "e"]);
  assert.deepEqual(await Promise.all(all), ["a", "b", "c", "d", "e"]);
});

it("lets a request of a later turn of the event loop wait for one of an earlier one, not for all", async () => {
  const { started, add, end } = scene();
  for (let i = 0; i < 10; i++) void add(`batch ${i}`);
  await nextImmediate();
  void add("single");
  await end("batch 0");
  await end("batch 1");
  assert.deepEqual(started.slice(2), ["batch 2", "single"]);
  await end("single");
  await end("batch 2");
  assert.deepEqual(started.slice(4), ["batch 3", "batch 4"]);
});

it("drops a request that is cancelled while it waits, and fails one that is cancelled already", async () => {
  const { queue, started, add, end } = scene();
  void add("a");
  void add("b");
  const leaving = new AbortController();
  const dropped = [add("c", leaving.signal), add("d", leaving.signal)];
  const reason = new Error("the client has left");
  leaving.abort(reason);
  for (const one of dropped) await assert.rejects(one, reason);
  await assert.rejects(add("e", leaving.signal), reason);
  void add("f");
  await end("a");
  assert.deepEqual(started, ["a", "b", "f"]);
  for (const name of ["b", "f"]) await end(name);
  const failure = new Error("refused");
  await assert.rejects(
    queue.run(() => Promise.reject(failure), new AbortController().signal),
    failure,
  );
  void add("g");
  void add("h");
  void add("i");
  assert.deepEqual(started.slice(3), ["g", "h"], "the place of a request that failed is free");
});
