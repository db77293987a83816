import assert from "node:assert/strict";
import { it } from "node:test";
import { setImmediate as pause } from "node:timers/promises";
import { LatestReader, type Query } from "./latest-reader.js";

/** Creates a reader with its reports, and reads that end when the test says so. */
function world() {
  const told: Query<number>[] = [];
  const reader = new LatestReader<number>((query) => told.push(query));
  const begun: { readonly number: number; end(error?: Error): Promise<void> }[] = [];
  const want = (number: number) =>
    reader.want(() => {
      const { promise, resolve, reject } = deferred<number>();
      const end = async (error?: Error) => {
        if (error === undefined) resolve(number);
        else reject(error);
        await pause();
      };
      begun.push({ number, end });
      return promise;
    });
  return { reader, told, begun, want };
}

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<T>((...both) => {
    [resolve, reject] = both;
  });
  return { promise, resolve, reject };
}

it("reports each read while more are requested, and skips those between", async () => {
  const { told, begun, want } = world();
  for (const number of [1, 2, 3]) want(number);
  await begun[0]?.end();
  assert.deepEqual(told, [{ state: "ready", value: 1 }]);
  want(4);
  await begun[1]?.end();
  await begun[2]?.end();
  assert.deepEqual(
    begun.map(({ number }) => number),
    [1, 3, 4],
  );
  assert.deepEqual(told.at(-1), { state: "ready", value: 4 });
});

it("reports a failure unless another read was requested meanwhile", async () => {
  const { told, begun, want } = world();
  const error = new Error("lost");
  want(1);
  want(2);
  await begun[0]?.end(error);
  await begun[1]?.end(error);
  assert.deepEqual(told, [{ state: "failed", error }]);
  want(3);
  await begun[2]?.end();
  assert.deepEqual(told.at(-1), { state: "ready", value: 3 });
});

it("reports the second failure in a row, although reads take longer than it takes until another is requested", async () => {
  const { told, begun, want } = world();
  const error = new Error("lost");
  want(1);
  for (let i = 0; i < 2; i++) {
    want(i + 2);
    await begun[i]?.end(error);
  }
  assert.deepEqual(told, [{ state: "failed", error }]);
});

it("reports the newest value with a failure after it", async () => {
  const { told, begun, want } = world();
  const error = new Error("lost");
  for (const number of [1, 2, 3]) {
    want(number);
    await begun.at(-1)?.end(number === 1 ? undefined : error);
  }
  const failed = { state: "failed", error, last: { value: 1 } };
  assert.deepEqual(told, [{ state: "ready", value: 1 }, failed, failed]);
});

it("reports nothing after its end", async () => {
  const { reader, told, begun, want } = world();
  want(1);
  want(2);
  reader.end();
  await begun[0]?.end();
  assert.deepEqual(told, []);
  assert.equal(begun.length, 1);
});
