import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { screenLength } from "../menu/gsm.js";
import { describeLength, type Hop, warningsOf } from "./verdict.js";

const hop = (changes: Partial<Hop>): Hop => ({
  text: "",
  screen: "hello",
  hopMs: 20,
  sessionMs: 20,
  ...changes,
});

/** Returns whether the page does not warn of a screen's length. */
const fits = (screen: string) => warningsOf(hop({ screen })).length === 0;

describe("the length of a screen", () => {
  it("is 160 characters of the GSM alphabet", () => {
    assert.deepEqual(screenLength(""), { alphabet: "GSM-7", length: 0, lengthMax: 160 });
    assert.ok(fits("a".repeat(160)));
    assert.ok(!fits("a".repeat(161)));
    assert.equal(screenLength("ΔΦΓΛΩΠΨΣΘΞ").alphabet, "GSM-7");
  });

  it("counts two for characters that need an escape", () => {
    for (const character of "\f^{}\\[~]|€") {
      const { alphabet, length } = screenLength(character);
      assert.deepEqual([alphabet, length], ["GSM-7", 2], JSON.stringify(character));
    }
    assert.ok(fits("€".repeat(80)));
    assert.ok(!fits("€".repeat(81)));
    assert.equal(screenLength("a[b]").length, 6);
  });

  it("has every character of the basic table once", () => {
    // 3GPP TS 23.038 has 128 positions; one is the escape itself.
    const all = Array.from({ length: 0x400 }, (_, code) => String.fromCharCode(code));
    const single = all.filter((character) => {
      const { alphabet, length } = screenLength(character);
      return alphabet === "GSM-7" && length === 1;
    });
    assert.equal(single.length, 127);
    for (const outside of ["`", "ç", "\t", "á", "Σ́", "ê"]) {
      assert.equal(screenLength(outside).alphabet, "UCS-2", outside);
    }
  });

  it("is 70 if one character is outside the alphabet, and counts both halves of a pair", () => {
    assert.ok(fits("ç".repeat(70)));
    assert.ok(!fits(`ç${"a".repeat(70)}`));
    assert.deepEqual(screenLength("a😀"), { alphabet: "UCS-2", length: 3, lengthMax: 70 });
    // Extension characters count one here.
    assert.equal(screenLength("ç€").length, 2);
  });
});

describe("the page's warnings", () => {
  it("are empty up to the exact limits", () => {
    assert.deepEqual(warningsOf(hop({})), []);
    const just = hop({ screen: "a".repeat(160), hopMs: 10_000, sessionMs: 180_000 });
    assert.deepEqual(warningsOf(just), []);
  });

  it("name a screen that is too long, and the cause", () => {
    assert.deepEqual(warningsOf(hop({ screen: "a".repeat(161) })), [
      "This screen has 161 characters. A phone shows 160.",
    ]);
    assert.deepEqual(warningsOf(hop({ screen: `ç${"a".repeat(70)}` })), [
      "This screen has 71 characters. A phone shows 70, because one of them is not in the GSM alphabet.",
    ]);
    assert.equal(describeLength("[a]"), "5 of 160 (GSM-7)");
  });

  it("name an answer and a session that took too long", () => {
    assert.deepEqual(warningsOf(hop({ hopMs: 12_400, sessionMs: 181_000 })), [
      "The session lasted 181 s. Networks close one after 180 s.",
      "The answer took 12 s. Gateways give up after 10 s.",
    ]);
  });
});
