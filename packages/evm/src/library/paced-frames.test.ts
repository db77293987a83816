import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { createEVM } from "@ethereumjs/evm";
import { evmCommon } from "@tandem/primitives";
import { runSync } from "@tandem/runtime";
import fc from "fast-check";
import { codeSearchedMax, gasBetweenLooks, stepsBetweenLooks } from "../limits.js";
import { instructionsOf } from "./instructions.js";
import { paceFrames, searchJumps } from "./paced-frames.js";

interface Frame {
  run: unknown;
  runStep: unknown;
  _getValidJumpDestinations(code: Uint8Array): { readonly jumps: Uint8Array };
}

const newEvm = () => createEVM({ common: evmCommon(31, "osaka") });

// Created before any EVM is paced, so that these are the library's own functions.
const stock = await newEvm();
const { runState } = await stock.runCode({ code: Uint8Array.of(0), gasLimit: 1n });
const frame = runState?.interpreter as unknown as Frame;
const { run, runStep, _getValidJumpDestinations } = Object.getPrototypeOf(frame) as Frame;
const search = (code: Uint8Array) => _getValidJumpDestinations.call(frame, code).jumps;
const digestOf = (...methods: unknown[]) =>
  createHash("sha256").update(methods.map(String).join("\n")).digest("hex").slice(0, 16);
const loop = digestOf(run, runStep, _getValidJumpDestinations);
const table = instructionsOf(stock) as unknown as Record<"opHandler" | "gasHandler", unknown>[];
const handlers = digestOf(...table.map(({ opHandler }) => opHandler));
const gasHandlers = digestOf(...table.map(({ gasHandler }) => gasHandler));

test("the library's loop and instructions are those that frames and engine were made after", () => {
  assert.deepEqual(
    { loop, handlers, gasHandlers },
    { loop: "8ea491462a59d7d5", handlers: "d012d1a1ef135a2c", gasHandlers: "ffe59d50c42f18d9" },
  );
});

test("jump destinations are those that the library finds", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat(255), fc.integer({ min: 0x5a, max: 0x7f }))), (bytes) => {
      const code = Uint8Array.from(bytes);
      assert.deepEqual(runSync(searchJumps(code)), search(code));
    }),
  );
});

/** Returns the result of a code, and every step of it. */
async function stepsOf(code: Uint8Array, yieldIfDue?: () => Promise<void> | undefined) {
  const evm = await newEvm();
  if (yieldIfDue !== undefined) await paceFrames(evm, yieldIfDue);
  const steps: unknown[] = [];
  evm.events.on("step", ({ pc, opcode, stack, gasLeft }) =>
    steps.push([pc, opcode.name, [...stack], gasLeft]),
  );
  const { exceptionError, executionGasUsed } = await evm.runCode({ code, gasLimit: 2_000n });
  return { steps, error: exceptionError?.error, executionGasUsed };
}

const notNow = () => undefined;

test("a long code takes the steps that it takes in the library, jumps and its end included", async () => {
  const far = codeSearchedMax + 9;
  const jump = [0x60, 7, 0x62, far >> 16, (far >> 8) & 255, far & 255, 0x56];
  for (const ending of [
    [0x5b, 0x61, 1, 2],
    [0x5b, 0x61, 1],
    [0x60, 0x5b, 0x00],
    [0x5b, 0x7f, 9],
  ]) {
    const code = new Uint8Array(far + ending.length).fill(0x5b);
    code.set(jump);
    code.set(ending, far - (ending[0] === 0x60 ? 1 : 0));
    assert.deepEqual(await stepsOf(code, notNow), await stepsOf(code));
  }
});

test("a frame looks at the clock every so many instructions, and when much gas was used", async () => {
  let looks = 0;
  const yieldIfDue = () => {
    looks++;
    return looks % 2 === 0 ? Promise.resolve() : undefined;
  };
  const evm = await newEvm();
  await paceFrames(evm, yieldIfDue);
  const looksOf = async (code: readonly number[], gasLimit: bigint) => {
    looks = 0;
    await evm.runCode({ code: Uint8Array.from(code), gasLimit });
    return looks;
  };
  const plain = await looksOf(Array(10 * stepsBetweenLooks).fill(0x5b), 100_000n);
  assert.ok(plain >= 9 && plain <= 11, `${plain} looks`);
  // Memory that costs more with each instruction.
  const wide = Array.from({ length: 8 }, (_, i) => [0x62, i + 1, 0, 0, 0x51, 0x50]).flat();
  assert.ok((await looksOf(wide, 10n ** 9n)) >= 8);
  // The loop ends when the clock reaches the limit.
  const over = new Error("over");
  const limited = await newEvm();
  await paceFrames(limited, () => {
    if (++looks > 50) throw over;
    return undefined;
  });
  const endless = limited.runCode({ code: Uint8Array.of(0x5b, 0x5f, 0x56), gasLimit: 10n ** 15n });
  await assert.rejects(endless, over);
  assert.ok(gasBetweenLooks > 0n);
});
