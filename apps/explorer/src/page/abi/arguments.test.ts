import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readAbi } from "../../abi/read-abi.js";
import { ArgumentError, argumentOf } from "./arguments.js";

const account = `0x${"ab".repeat(20)}`;
const argumentFor = (
  type: string,
  text: string,
  components?: readonly { name: string; type: string }[],
) => argumentOf({ type, name: "x", ...(components ? { components } : {}) } as never, text, 31);

describe("arguments as text", () => {
  it("are parsed by their types", () => {
    assert.equal(argumentFor("uint256", " 12 "), 12n);
    assert.equal(argumentFor("int8", "-3"), -3n);
    assert.equal(argumentFor("uint8", "0xff"), 255n);
    assert.equal(argumentFor("bool", "true"), true);
    assert.equal(argumentFor("string", " as it is "), " as it is ");
    assert.equal(argumentFor("address", account.toUpperCase().replace("X", "x")), account);
    assert.deepEqual(argumentFor("uint256[]", '["1", 2]'), [1n, 2n]);
    assert.deepEqual(argumentFor("uint8[2][]", "[[1,2],[3,4]]"), [
      [1n, 2n],
      [3n, 4n],
    ]);
    const members = [
      { name: "to", type: "address" },
      { name: "amount", type: "uint256" },
    ];
    const tuple = { to: account, amount: 5n };
    assert.deepEqual(argumentFor("tuple", `{"to":"${account}","amount":5}`, members), tuple);
    assert.deepEqual(argumentFor("tuple[]", `[["${account}", 5]]`, members), [tuple]);
  });

  it("have members without names by their position", () => {
    const pair = [
      { name: "", type: "uint8" },
      { name: "", type: "uint8" },
    ];
    assert.deepEqual(argumentFor("tuple", "[1, 2]", pair), [1n, 2n]);
  });

  it("are refused if JSON would change them", () => {
    const named = [{ name: "text", type: "string" }];
    assert.deepEqual(argumentFor("uint256[]", '["9007199254740993"]'), [9007199254740993n]);
    assert.throws(() => argumentFor("uint256[]", "[9007199254740993]"), ArgumentError);
    assert.throws(() => argumentFor("string[]", "[null]"), ArgumentError);
    assert.throws(() => argumentFor("tuple", "{}", named), ArgumentError);
  });

  it("are refused with their type", () => {
    for (const [type, text] of [
      ["uint256", "one"],
      ["bool", "yes"],
      ["bytes", "0x1"],
      ["address", "0xab"],
      ["address", "0x5aAeb6053F3e94c9b9A09F33669435E7EF1BEaEe"],
      ["uint256[]", "1"],
      ["uint256[]", "["],
      ["tuple", "1"],
    ] as const) {
      assert.throws(() => argumentFor(type, text), ArgumentError, `${type} ${text}`);
    }
  });
});

describe("files with ABIs", () => {
  const item = { type: "function", name: "f", inputs: [], outputs: [], stateMutability: "view" };

  it("are artifacts, or the ABI alone", () => {
    assert.deepEqual(readAbi(JSON.stringify([item])), [item]);
    assert.deepEqual(readAbi(JSON.stringify({ abi: [item, { type: "constructor" }] })), [item]);
  });

  it("are refused if they have no usable item", () => {
    assert.throws(() => readAbi("{"), /not JSON/);
    for (const text of ["{}", "[]", "1", '[{"type":"function","name":1,"inputs":[]}]']) {
      assert.throws(() => readAbi(text), /has no ABI/, text);
    }
  });
});
