import assert from "node:assert/strict";
import { test } from "node:test";
import { enginesIdleMax, enginesInUseMax } from "../limits.js";
import { Abandoned } from "./engine.js";
import { giveBroken, giveEngine, takeEngine } from "./engine-pool.js";

test("as many engines as may be in use are handed out, one less is missing then, and few are kept", () => {
  const taken = Array.from({ length: enginesInUseMax }, takeEngine);
  assert.equal(new Set(taken).size, enginesInUseMax);
  assert.equal(takeEngine(), undefined);
  for (const engine of taken) if (engine !== undefined) giveEngine(engine, true);
  const again = Array.from({ length: enginesInUseMax }, takeEngine);
  assert.equal(again.filter((engine) => taken.includes(engine)).length, enginesIdleMax);
  for (const engine of again) if (engine !== undefined) giveEngine(engine, false);
});

test("an engine that is in the middle of something, or has grown, is not kept", () => {
  const broken = takeEngine();
  assert.ok(broken);
  giveBroken(broken, new Error("the host threw"));
  const grown = takeEngine();
  assert.ok(grown);
  assert.notEqual(grown, broken);
  grown.exports.reset(0, 0n);
  grown.exports.allocate(40_000_000);
  giveEngine(grown, true);
  const next = takeEngine();
  assert.notEqual(next, grown);
  if (next !== undefined) giveEngine(next, true);
});

test("an engine whose execution the library repeats is kept", () => {
  const engine = takeEngine();
  assert.ok(engine);
  giveBroken(engine, new Abandoned("a code that is too long"));
  const next = takeEngine();
  assert.equal(next, engine);
  if (next !== undefined) giveEngine(next, true);
});
