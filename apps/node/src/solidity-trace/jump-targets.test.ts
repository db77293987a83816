import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fromHex } from "@tandem/primitives";
import { jumpTargetsOf } from "./jump-targets.js";
import { readSourceMap } from "./source-map.js";

const targetsOf = (hex: string) => {
  const code = fromHex(`0x${hex}`);
  return [...jumpTargetsOf(code, readSourceMap(code, ";".repeat(code.length)))].slice(0, 2);
};

describe("the jump targets of a code", () => {
  it("are counted with the instructions that push them, and with the code that runs on into them", () => {
    // PUSH2 7, JUMPI, PUSH1 7, POP, JUMPDEST, STOP, JUMPDEST.
    assert.deepEqual(targetsOf("610007576007505b005b"), [
      [7, { pushes: 1, isRunInto: true }],
      [9, { pushes: 0, isRunInto: false }],
    ]);
  });

  it("are pushed in as many bytes as the first one", () => {
    // PUSH1 6, JUMP, PUSH2 6, JUMPDEST, PUSH1 6, JUMP.
    assert.deepEqual(targetsOf("6006566100065b600656"), [[6, { pushes: 2, isRunInto: true }]]);
  });

  it("are pushed by no instruction of a code without jumps", () => {
    assert.deepEqual(targetsOf("60025b"), [[2, { pushes: 0, isRunInto: true }]]);
  });
});
