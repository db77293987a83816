import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { bound, figure, percent } from "./figures.js";

describe("a formatted number", () => {
  it("has four significant digits, or all of them if it is an integer", () => {
    const written = [0, 12_345, 24.1299, 601.25, 0.0048213, 1234.567, -3.5, 0.0000012].map(figure);
    assert.deepEqual(written, [
      "0",
      "12,345",
      "24.13",
      "601.3",
      "0.004821",
      "1,235",
      "-3.500",
      "1.20e-6",
    ]);
  });

  it("has no fifth digit when it is rounded up to the next power of ten", () => {
    assert.deepEqual([99.996, 0.99996, -9.9996].map(figure), ["100.0", "1.000", "-10.00"]);
  });

  it("is a bound as it was written, without the rounding error of a sum", () => {
    assert.deepEqual([0.41603 - 0.003, 1500, 0.5, 1e-9].map(bound), [
      "0.41303",
      "1,500",
      "0.5",
      "1e-9",
    ]);
  });

  it("is a percentage if it is a share", () => {
    assert.deepEqual([0, 0.12345, 1].map(percent), ["0.00 %", "12.35 %", "100.00 %"]);
  });
});
