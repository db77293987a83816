import assert from "node:assert/strict";
import { it } from "node:test";
import { wallTimeBounds } from "./wall-time.js";

const bounded = [
  "assert.ok(performance.now() - began < refusalMs);",
  "const took = performance.now() - began;\nassert.ok(took < 100);",
  "const took: number[] = [];\ntook.push(performance.now() - began);\nconst median = took[2];\nassert.ok(median < max);",
  "const began = process.hrtime.bigint();\nassert.ok(process.hrtime.bigint() - began <= 5n);",
  "const ms = Date.now() - began;\nassert(ms < 5);",
  "let worst = 0;\nworst = Math.max(worst, performance.now() - askedAt);\nassert.ok(worst < delayMaxMs);",
  'it("is quick", { timeout: 1_000 }, async () => {});',
  'describe("a node", { timeout: 60_000 }, () => {});',
  "fetch(url, { signal: AbortSignal.timeout(500) });",
];

it("an assertion that compares elapsed time with a bound is found", () => {
  for (const text of bounded) assert.equal(wallTimeBounds(text).length, 1, text);
});

it("comparisons of clocks, printed times and names of sessions are not bounds", () => {
  const unbounded = [
    "assert.ok(Number(block.timestamp) > Date.now() / 1000 + 1_000_000);",
    "const seconds = (performance.now() - began) / 1000;\nt.diagnostic(shown(seconds));\nassert.ok(count > 3);",
    "const screen = await dial('poll' + performance.now());\nreturn screen;",
    "const end = performance.now() + patienceMs;\nwhile (performance.now() < end) await look();",
    'assert.equal(await exchange(url, { timeout: "10s" }), 1);',
  ];
  for (const text of unbounded) assert.deepEqual(wallTimeBounds(text), [], text);
});
