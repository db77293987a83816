import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type KeyMode, lettersOn, press, type Typed } from "./keypad.js";
import { pageLimits } from "./limits.js";

const empty: Typed = { text: "", last: undefined };

/** Types keys with a pause between two of them. */
const type = (keys: string, mode: KeyMode, pauseMs: number, from = empty) =>
  [...keys].reduce((typed, key, i) => press(typed, { key, mode, atMs: i * pauseMs }), from);

describe("the keypad", () => {
  it("writes the characters of the keys", () => {
    assert.equal(type("*384#", "digits", 10).text, "*384#");
    assert.equal(type("2222", "digits", 10).text, "2222");
    assert.equal(lettersOn("7"), "pqrs");
    assert.equal(lettersOn("#"), "");
  });

  it("writes letters by repeated presses in time", () => {
    const { tapMs } = pageLimits;
    assert.equal(type("222", "letters", 10).text, "c");
    assert.equal(type("22222", "letters", 10).text, "a", "after the digit it begins anew");
    assert.equal(type("22", "letters", tapMs + 1).text, "aa");
    assert.equal(type("232", "letters", 10).text, "ada");
    assert.equal(type("*#", "letters", 10).text, "*#");
  });

  it("can write an address and an amount", () => {
    // These are 0 and x, then each hex letter.
    assert.equal(type("099", "letters", 10).text, "0x");
    const hex = ["2", "22", "222", "3", "33", "333"].map((keys) => type(keys, "letters", 1).text);
    assert.equal(hex.join(""), "abcdef");
    assert.equal(
      press({ text: "1", last: undefined }, { key: "1", mode: "letters", atMs: 0 }).text,
      "1.",
    );
  });

  it("stops at the maximum length of networks", () => {
    const full = "1".repeat(pageLimits.entryLengthMax);
    assert.equal(type("2", "digits", 1, { text: full, last: undefined }).text, full);
    const letter = type("22", "letters", 1, { text: full, last: undefined });
    assert.equal(letter.text, full);
  });
});
