import assert from "node:assert/strict";
import { test } from "node:test";
import { createPicker, createRandom } from "./random.js";

const draw = (count: number, seed: number, name: string) => {
  const random = createRandom(seed, name);
  return Array.from({ length: count }, () => random.next());
};
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

test("the same seed and name give the same numbers", () => {
  assert.deepEqual(draw(100, 7, "finds"), draw(100, 7, "finds"));
});

test("another name or another seed gives numbers that have nothing to do with them", () => {
  const base = draw(20_000, 7, "pool/north");
  for (const other of [draw(20_000, 7, "pool/north-2"), draw(20_000, 8, "pool/north")]) {
    const product = mean(base.map((value, i) => (value - 0.5) * ((other[i] as number) - 0.5)));
    // The standard error of a correlation of 20,000 pairs is 0.007.
    assert.ok(Math.abs(product * 12) < 0.03, `correlation ${product * 12}`);
  }
});

test("numbers are even in [0, 1), down to bits a 32-bit generator would lack", () => {
  const values = draw(100_000, 1, "even");
  assert.ok(values.every((value) => value >= 0 && value < 1));
  assert.ok(Math.abs(mean(values) - 0.5) < 0.004);
  const bins = new Array<number>(16).fill(0);
  for (const value of values) {
    const bin = Math.floor(value * 16);
    bins[bin] = (bins[bin] as number) + 1;
  }
  const chiSquare = bins.reduce((sum, count) => sum + (count - 6_250) ** 2 / 6_250, 0);
  assert.ok(chiSquare < 37.7, `chi-square ${chiSquare} of 15 degrees, 99.9 %`);
  assert.ok(values.some((value) => (value * 2 ** 32) % 1 !== 0));
});

test("exponential numbers have mean 1, median ln 2 and are finite", () => {
  const random = createRandom(3, "exponential");
  const values = Array.from({ length: 100_000 }, () => random.exponential());
  assert.ok(values.every((value) => value >= 0 && Number.isFinite(value)));
  assert.ok(Math.abs(mean(values) - 1) < 0.013, `${mean(values)}`);
  const below = values.filter((value) => value < Math.LN2).length / values.length;
  assert.ok(Math.abs(below - 0.5) < 0.006, `${below}`);
});

test("a picker picks in proportion to the weights, and never what weighs nothing", () => {
  const weights = [5, 0, 1, 3, 0.5, 0.5];
  const pick = createPicker(weights);
  const random = createRandom(4, "picker");
  const counts = weights.map(() => 0);
  const rounds = 100_000;
  for (let i = 0; i < rounds; i++) {
    const index = pick(random);
    counts[index] = (counts[index] as number) + 1;
  }
  assert.equal(counts[1], 0);
  for (const [i, weight] of weights.entries()) {
    assert.ok(Math.abs((counts[i] as number) / rounds - weight / 10) < 0.007, `index ${i}`);
  }
});

test("there is nothing to pick from weights of zero", () => {
  assert.throws(() => createPicker([0, 0]), RangeError);
  assert.throws(() => createPicker([]), RangeError);
});
