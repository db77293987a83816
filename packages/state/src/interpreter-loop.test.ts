import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { createEVM, type EVM } from "@ethereumjs/evm";
import { createAddressFromString } from "@ethereumjs/util";
import { emptyTrieRoot, evmCommon, toHex } from "@tandem/primitives";
import fc from "fast-check";
import { type Interpreter, joinLoop } from "./interpreter-loop.js";
import { JournaledState } from "./journaled-state.js";
import { keepFacts } from "./kept-facts.js";
import { createMemorySource } from "./memory-source.js";
import { VmState } from "./vm-state.js";

const contract = createAddressFromString(`0x${"c0".repeat(20)}`);
const facts = keepFacts(createMemorySource());

async function freshEvm(): Promise<EVM> {
  const state = new JournaledState(facts, emptyTrieRoot);
  state.credit(contract.bytes, 1000n);
  return createEVM({
    common: evmCommon(31, "prague"),
    stateManager: new VmState(state, () => undefined),
  });
}

async function interpreterOf(evm: EVM): Promise<Interpreter> {
  const { runState } = await evm.runCode({ code: Uint8Array.of(0), gasLimit: 1n });
  return runState?.interpreter as unknown as Interpreter;
}

// Made before any EVM joins, so that these are the library's own functions.
const library = Object.getPrototypeOf(await interpreterOf(await freshEvm())) as Interpreter & {
  runStep: unknown;
};
const digestOf = (method: unknown) =>
  createHash("sha256").update(String(method)).digest("hex").slice(0, 16);
const digests = [library.run, library.runStep, library._getValidJumpDestinations].map(digestOf);

test("the library's loop is still the one this loop was made after", () => {
  assert.deepEqual(digests, ["8e769d9b5ec21205", "cc2ccda2341c2f42", "a30ec99e04e322ec"]);
});

/** Instructions that need little on the stack, that jump, that fail, and what pushes for them. */
const instruction = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 70 }).map((n) => [0x60, n]) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 0xffff }).map((n) => [0x61, n >> 8, n & 255]) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(1, 2, 3, 4, 6, 0x0a, 0x10, 0x15, 0x16, 0x1b, 0x20).map((n) => [n]),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(0x51, 0x52, 0x53, 0x54, 0x55, 0x5c, 0x5d, 0x5e).map((n) => [n]),
  },
  { weight: 3, arbitrary: fc.constantFrom(0x80, 0x81, 0x90, 0x91, 0x50, 0x5f).map((n) => [n]) },
  { weight: 6, arbitrary: fc.constant([0x5b]) },
  { weight: 3, arbitrary: fc.constantFrom(0x56, 0x57).map((n) => [n]) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(0x30, 0x33, 0x35, 0x36, 0x43, 0x46, 0x5a, 0x3d).map((n) => [n]),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(0x00, 0xf3, 0xfd, 0xfe, 0x0c, 0xa0, 0xa1, 0xf0, 0xf1)
      .map((n) => [n]),
  },
);

const outcomeOf = async (evm: EVM, code: Uint8Array) => {
  const result = await evm.runCode({
    code,
    to: contract,
    gasLimit: 60_000n,
    data: Uint8Array.of(1, 2, 3),
  });
  const { runState } = result;
  return {
    gas: result.executionGasUsed,
    refund: result.gasRefund,
    error: result.exceptionError?.error,
    output: toHex(result.returnValue),
    logs: result.logs?.length,
    at: runState?.programCounter,
    stack: runState?.stack.getStack(),
  };
};

test("random code comes to the same in this loop and in the library's", async () => {
  const codes = fc
    .array(instruction, { minLength: 1, maxLength: 60 })
    .map((parts) => Uint8Array.from(parts.flat()));
  let jumps = 0;
  let failures = 0;
  await fc.assert(
    fc.asyncProperty(codes, async (code) => {
      const joined = await freshEvm();
      joinLoop(joined, await interpreterOf(joined), () => undefined);
      const stock = await freshEvm();
      const expected = await outcomeOf(stock, code);
      assert.deepEqual(await outcomeOf(joined, code), expected, toHex(code));
      // Once more, with what is known of the code by now.
      assert.deepEqual(await outcomeOf(joined, code), await outcomeOf(stock, code), toHex(code));
      if (expected.error !== undefined) failures++;
      if (code.includes(0x56) || code.includes(0x57)) jumps++;
    }),
    { numRuns: 400, seed: 4 },
  );
  assert.ok(jumps > 50 && failures > 20 && failures < 380, `${jumps} jumps, ${failures} failures`);
});

test("a frame that is watched step by step runs in the library's loop", async () => {
  const evm = await freshEvm();
  joinLoop(evm, await interpreterOf(evm), () => undefined);
  const steps: number[] = [];
  evm.events.on("step", (step) => steps.push(step.pc));
  await evm.runCode({ code: Uint8Array.of(0x60, 1, 0x60, 2, 0x01, 0x00), gasLimit: 100n });
  assert.deepEqual(steps, [0, 2, 4, 5]);
});
