/** Tests which answers the comparison of transcripts accepts. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseTranscript } from "./transcript.js";
import { assertMatches, fillIn } from "./transcript-match.js";

const none = new Map<string, string>();
const zeros = `0x${"00".repeat(32)}`;

describe("an answer", () => {
  it("may have its members in any order, and forms in place of values", () => {
    assertMatches({ b: [1, null], a: "0x0" }, { a: "<quantity>", b: ["<number>", null] }, none);
    assertMatches(
      { a: zeros, b: "0x", c: "why so" },
      { a: "<hash32>", b: "<data>", c: "<text>" },
      none,
    );
    assertMatches(`0x${"ab".repeat(20)}`, "<address>", none);
    assertMatches([{}, [1]], ["<object>", "<list>"], none);
    assertMatches("params[0].to (call.to): expected", "<text naming call.to>", none);
    assertMatches("nonce too low: next 2", "<text naming nonce too low>", none);
    assertMatches("expected at most one address.", "<text naming address>", none);
  });

  it("is refused for a missing, additional or different member", () => {
    for (const found of [{}, { a: 1, b: 2 }, { a: 2 }, { a: "1" }, { a: null }, [1], null, "a"]) {
      assert.throws(() => assertMatches(found, { a: 1 }, none), /wanted/, JSON.stringify(found));
    }
    for (const found of [[], [1, 2], [2], { 0: 1 }, null]) {
      assert.throws(() => assertMatches(found, [1], none), /wanted/, JSON.stringify(found));
    }
    assert.throws(() => assertMatches({}, null, none), /wanted null/);
  });

  it("is refused if it does not have the form", () => {
    const wrong: readonly (readonly [string, readonly unknown[]])[] = [
      ["<quantity>", ["0x", "0x00", "0x0A", "1", 1, null]],
      ["<hash32>", [zeros.slice(2), `${zeros}00`, zeros.toUpperCase()]],
      ["<data>", ["0x1", "00", "0xAB", null]],
      ["<address>", [zeros, "0x", 5]],
      ["<text>", ["", 5, null]],
      ["<number>", ["1", -1, null]],
      ["<list>", [[], {}, null]],
      ["<object>", [[], null, "{}"]],
      ["<text naming to>", ["call.to is wrong", "to.call is wrong", "too many", "token"]],
    ];
    for (const [form, values] of wrong) {
      for (const value of values) {
        assert.throws(() => assertMatches(value, form, none), /wanted/, `${form} ${value}`);
      }
    }
    assert.throws(() => assertMatches("x", "<quantities>", none), /no form/);
  });

  it("stores values for later exchanges", () => {
    const values = new Map([["known", "0x1"]]);
    assertMatches({ result: "0x77" }, { result: "<text as id>" }, values);
    const held = (name: string) => ["$", "{", name, "}"].join("");
    assert.equal(fillIn(`${held("id")} ${held("known")}`, values), "0x77 0x1");
    assert.throws(() => fillIn(held("nobody"), values), /no value nobody/);
  });
});

describe("a transcript", () => {
  it("has a description, and an answer for every request", () => {
    const read = parseTranscript(
      "m",
      "c",
      "// websocket only\n// Shows.\n>> {}\n<< {}\n>> []\n<<\n",
    );
    assert.deepEqual(read.wires, ["websocket"]);
    assert.deepEqual(
      read.exchanges.map(({ request, answers }) => [request, ...answers]),
      [["{}", "{}"], ["[]"]],
    );
    for (const text of [
      "// Shows.\n",
      ">> {}\n<< {}\n",
      "// Shows.\n>> {}\n",
      "// Shows.\n<< {}\n",
      "// a\n{}\n",
    ]) {
      assert.throws(() => parseTranscript("m", "c", text), /m\/c\.io/, text);
    }
  });
});
