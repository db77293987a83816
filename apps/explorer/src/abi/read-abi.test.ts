import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readAbi } from "./read-abi.js";

const item = (inputs: unknown, others: object = {}) => ({
  type: "function",
  name: "f",
  stateMutability: "view",
  inputs,
  outputs: [],
  ...others,
});
const read = (abi: unknown) => readAbi(JSON.stringify(abi)).map(({ name }) => name);

/** Returns JSON of tuples nested to a depth that recursion could not build. */
const nested = (depth: number) =>
  `${'{"type":"tuple","name":"t","components":['.repeat(depth)}{"type":"uint8"}${"]}".repeat(depth)}`;

describe("a file with an ABI", () => {
  it("is accepted as an artifact or alone, with any names", () => {
    const names = ["<img src=x>", "__proto__", "constructor", "toString"];
    const abi = names.map((name) =>
      item([{ type: "tuple[]", name, components: [{ type: "bool", name }] }], { name }),
    );
    assert.deepEqual(read(abi), names);
    assert.deepEqual(read({ abi }), names);
    assert.equal(Object.hasOwn(Object.prototype, "f"), false);
  });

  it("omits items that cannot be shown or decoded", () => {
    const wrong = [
      ...[null, 5, "f", [], {}, { type: "function" }],
      item("uint8"),
      item([{ type: 5 }]),
      item([{ type: "uint8", name: { toString: 1 } }]),
      item([{ type: "uint8" }], { name: ["f"] }),
      item([{ type: "uint8" }], { name: "f".repeat(300) }),
      item([{ type: "uint8" }], { name: "f\u202e" }),
      item([{ type: "uint8", name: "\u2066f" }]),
      item([{ type: "uint8" }], { name: "f\u0007" }),
      item([{ type: "uint8[4294967295]" }]),
      item([{ type: "uint8[0]" }]),
      item([{ type: "uint8[" }]),
      item([{ type: "tuple[]", components: [] }]),
      item([{ type: "tuple" }]),
      item(Array(100).fill({ type: "uint8" })),
      item([], { outputs: [{ type: "tuple[9999]", components: [] }] }),
      item([{ type: "__proto__" }]),
    ];
    assert.deepEqual(read([...wrong, item([JSON.parse(nested(3))], { name: "good" })]), ["good"]);
    assert.throws(() => read(wrong), /^Error: The file has no ABI/);
    const deep = `[{"type":"function","name":"f","inputs":[${nested(2000)}]}]`;
    assert.throws(() => readAbi(deep), /^Error: The file has no ABI/);
  });

  it("is refused with a sentence if it is not an ABI, or too large", () => {
    assert.throws(() => readAbi("{"), /The file is not JSON/);
    assert.throws(() => readAbi("[".repeat(100_000)), /The file is not JSON/);
    assert.throws(() => readAbi(`"${"a".repeat(10_000_000)}"`), /longer than 4 MiB/);
    for (const other of ["null", "5", "{}", '{"abi":5}']) {
      assert.throws(() => readAbi(other), /The file has no ABI/);
    }
    assert.throws(() => read(Array(2000).fill(item([]))), /has 2000 items. At most 1000 are taken/);
  });
});
