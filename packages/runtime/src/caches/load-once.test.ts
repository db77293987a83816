import assert from "node:assert/strict";
import { test } from "node:test";
import { loadOnce } from "./load-once.js";

test("a value is loaded once, for all calls", async () => {
  let loads = 0;
  const load = loadOnce(async () => ++loads);
  assert.deepEqual(await Promise.all([load(), load()]), [1, 1]);
  assert.equal(await load(), 1);
});

test("a load that failed is reported to the calls that waited for it, and tried again by the next", async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    loads++;
    if (loads === 1) throw new Error("no memory");
    return loads;
  });
  const first = await Promise.allSettled([load(), load()]);
  assert.deepEqual(
    first.map(({ status }) => status),
    ["rejected", "rejected"],
  );
  assert.equal(await load(), 2);
  assert.equal(await load(), 2);
});
