import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { formatEther } from "viem";
import { readAmount } from "./amount.js";

const right: Readonly<Record<string, bigint>> = {
  "1": 10n ** 18n,
  "1.5": 15n * 10n ** 17n,
  "007": 7n * 10n ** 18n,
  "0.000000000000000001": 1n,
  "115792089237316195423570985008687907853269984665640564039457.584007913129639935":
    2n ** 256n - 1n,
};
const wrong: Readonly<Record<string, string>> = {
  "": "malformed",
  "-1": "malformed",
  "+1": "malformed",
  "1e309": "malformed",
  "0x10": "malformed",
  abc: "malformed",
  NaN: "malformed",
  Infinity: "malformed",
  "1,5": "malformed",
  "1.2.3": "malformed",
  ".5": "malformed",
  "5.": "malformed",
  " 1": "malformed",
  "1 ": "malformed",
  "١": "malformed",
  "1.0000000000000000001": "decimals",
  "1.0000000000000000000": "decimals",
  "0": "zero",
  "0.000": "zero",
  "115792089237316195423570985008687907853269984665640564039457.584007913129639936": "too-large",
  ["9".repeat(1000)]: "too-large",
  // The records are keyed by what was typed, so its length is limited.
  [`${"0".repeat(1000)}1`]: "too-large",
};

describe("an amount", () => {
  it("is digits, optionally with a point and up to 18 more", () => {
    for (const [text, wei] of Object.entries(right)) {
      assert.deepEqual(readAmount(text), { isRight: true, wei }, text);
    }
  });

  it("is refused with a description of the error", () => {
    for (const [text, problem] of Object.entries(wrong)) {
      assert.deepEqual(readAmount(text), { isRight: false, problem }, text);
    }
  });

  it("is parsed to the wei that is shown", () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 2n ** 256n - 1n), (wei) => {
        assert.deepEqual(readAmount(formatEther(wei)), { isRight: true, wei });
      }),
      { numRuns: 300, seed: 31 },
    );
  });
});
