import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { createEVM, type EVM } from "@ethereumjs/evm";
import { createAddressFromString } from "@ethereumjs/util";
import { concat, type EvmFork, emptyAccount, evmCommon, evmForks, toHex } from "@tandem/primitives";
import { runSync } from "@tandem/runtime";
import fc from "fast-check";
import { LibraryState } from "../library/library-state.js";
import { codeAnalysedMax } from "../limits.js";
import { MemoryState } from "../testing/memory-state.js";
import { analyseCode, searchLongCode } from "./code-analysis.js";
import { installInterpreter } from "./install-interpreter.js";
import { type Interpreter, instructionsOf } from "./loop.js";

const contract = createAddressFromString(`0x${"c0".repeat(20)}`);
const slot = (number: number) => Uint8Array.from({ length: 32 }, (_, i) => (i === 31 ? number : 0));

interface Fresh {
  readonly evm: EVM;
  readonly state: MemoryState;
}

/** An EVM over a contract that has 7 in its slots 1 to 3 from a transaction before. */
async function freshEvm(fork: EvmFork, isJoined: boolean): Promise<Fresh> {
  const state = new MemoryState();
  state.putAccount(contract.bytes, { ...emptyAccount, balance: 1000n });
  for (const number of [1, 2, 3]) state.putSlot(contract.bytes, slot(number), Uint8Array.of(7));
  state.forgetOriginals();
  const stateManager = new LibraryState(state, () => undefined);
  const evm = await createEVM({ common: evmCommon(31, fork), stateManager });
  if (isJoined) await installInterpreter(evm, stateManager, () => undefined);
  return { evm, state };
}

async function interpreterOf({ evm }: Fresh): Promise<Interpreter> {
  const { runState } = await evm.runCode({ code: Uint8Array.of(0), gasLimit: 1n });
  return runState?.interpreter as unknown as Interpreter;
}

// Made before any EVM joins, so that these are the library's own functions.
const stock = await freshEvm("osaka", false);
const interpreter = await interpreterOf(stock);
const library = Object.getPrototypeOf(interpreter) as Interpreter & {
  runStep: unknown;
};
const digestOf = (...methods: unknown[]) =>
  createHash("sha256").update(methods.map(String).join("\n")).digest("hex").slice(0, 16);
const loops = digestOf(library.run, library.runStep, library._getValidJumpDestinations);
const table = instructionsOf(stock.evm);
const handlers = digestOf(...table.map(({ opHandler }) => opHandler));
const gasHandlers = digestOf(...table.map(({ gasHandler }) => gasHandler));

test("the library's loop and instructions are still those that ours were made after", () => {
  assert.deepEqual(
    { loops, handlers, gasHandlers },
    { loops: "8ea491462a59d7d5", handlers: "d012d1a1ef135a2c", gasHandlers: "ffe59d50c42f18d9" },
  );
});

const single = (weight: number, ...opcodes: number[]) => ({
  weight,
  arbitrary: fc.constantFrom(...opcodes).map((opcode) => [opcode]),
});
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);
const push = (bytes: readonly number[]) => [0x5f + bytes.length, ...bytes];

/** Instructions that need little on the stack, that jump, that fail, and what pushes for them. */
const instruction = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 0, max: 70 }).map((n) => [0x60, n]) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 0xffff }).map((n) => [0x61, n >> 8, n & 255]) },
  {
    weight: 3,
    arbitrary: fc.array(fc.nat(255), { minLength: 20, maxLength: 32 }).map(push),
  },
  // The greatest and the least of signed numbers.
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(0x7f, 0x80, 0xff)
      .map((n) => push([n, ...Array(31).fill(n & 0x7f ? 0xff : 0)])),
  },
  single(12, ...range(0x01, 0x0b), ...range(0x10, 0x1e), 0x20),
  single(6, ...range(0x51, 0x55), 0x5c, 0x5d, 0x5e),
  // Slots that are used again and again.
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.nat(2), fc.nat(4), fc.constantFrom(0x54, 0x55))
      .map(([value, at, opcode]) => [0x60, value, 0x60, at, opcode]),
  },
  single(5, ...range(0x80, 0x83), ...range(0x90, 0x93), 0x50, 0x5f),
  single(6, 0x5b),
  single(3, 0x56, 0x57),
  single(3, ...range(0x30, 0x3a), 0x3d, ...range(0x41, 0x47), 0x58, 0x59, 0x5a),
  single(1, 0x00, 0xf3, 0xfd, 0xfe, 0x0c, 0x1e, 0xa0, 0xa1, 0xa4, 0xf0, 0xf1),
);

interface Given {
  readonly code: Uint8Array;
  readonly gasLimit: bigint;
  readonly isStatic: boolean;
}

const outcomeOf = async ({ evm, state }: Fresh, given: Given) => {
  const result = await evm.runCode({ ...given, to: contract, data: Uint8Array.of(1, 2, 3) });
  const { runState } = result;
  const inside = runState?.memory as unknown as { readonly _store: Uint8Array };
  return {
    gas: result.executionGasUsed,
    refund: result.gasRefund,
    error: result.exceptionError?.error,
    output: toHex(result.returnValue),
    logs: result.logs,
    at: runState?.programCounter,
    stack: runState?.stack.getStack(),
    words: runState?.memoryWordCount,
    memory: inside && toHex(inside._store.subarray(0, 32 * Number(runState?.memoryWordCount))),
    slots: range(0, 5).map((number) => toHex(state.slot(contract.bytes, slot(number)))),
    balance: runState?.env.contract.balance,
  };
};

const given: fc.Arbitrary<Given> = fc.record({
  code: fc
    .array(instruction, { minLength: 1, maxLength: 60 })
    .map((parts) => Uint8Array.from(parts.flat())),
  gasLimit: fc.oneof(
    { weight: 3, arbitrary: fc.constant(60_000n) },
    { weight: 2, arbitrary: fc.bigInt(0n, 300n) },
    { weight: 1, arbitrary: fc.bigInt(2_000n, 30_000n) },
    { weight: 1, arbitrary: fc.constant(2n ** 64n) },
  ),
  isStatic: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
});

for (const fork of evmForks) {
  test(`random code of ${fork} comes to the same in this loop and in the library's`, async () => {
    let jumps = 0;
    let failures = 0;
    let stored = 0;
    await fc.assert(
      fc.asyncProperty(given, async (one) => {
        // What loops for ever would do so at the library's speed.
        fc.pre(one.gasLimit < 100_000n || (!one.code.includes(0x56) && !one.code.includes(0x57)));
        const [ours, theirs] = await Promise.all([freshEvm(fork, true), freshEvm(fork, false)]);
        const expected = await outcomeOf(theirs, one);
        assert.deepEqual(await outcomeOf(ours, one), expected, toHex(one.code));
        // Once more, on what the first has left and with what is known of the code by now.
        const again = await outcomeOf(theirs, one);
        assert.deepEqual(await outcomeOf(ours, one), again, toHex(one.code));
        if (expected.error !== undefined) failures++;
        if (one.code.includes(0x56) || one.code.includes(0x57)) jumps++;
        if (expected.refund !== undefined && expected.refund > 0n) stored++;
      }),
      { numRuns: 200, seed: 4 },
    );
    const counts = `${jumps} jumps, ${failures} failures, ${stored} refunds`;
    assert.ok(jumps > 30 && failures > 30 && failures < 190 && stored > 0, counts);
  });
}

const compare = async (code: number[], gasLimit = 1_000_000n) => {
  const one = { code: Uint8Array.from(code), gasLimit, isStatic: false };
  const [ours, theirs] = await Promise.all([freshEvm("osaka", true), freshEvm("osaka", false)]);
  const expected = await outcomeOf(theirs, one);
  assert.deepEqual(await outcomeOf(ours, one), expected);
  return expected;
};

test("a stack that grows too high fails where the library's does, also in the middle of a run", async () => {
  // JUMPDEST, six pushes, JUMP to the first: 1024 is no multiple of six.
  const pushes = Array.from({ length: 6 }, () => 0x5f);
  const { error, stack } = await compare([0x5b, ...pushes, 0x5f, 0x56]);
  assert.equal(error, "stack overflow");
  assert.equal(stack?.length, 1024);
});

test("gas ends in the same instruction of a loop, whatever there is of it", async () => {
  for (let gas = 0n; gas < 60n; gas++) await compare([0x5b, 0x60, 1, 0x50, 0x5f, 0x56], gas);
});

test("a PUSH that the code ends in is filled with zeros", async () => {
  const { stack } = await compare([0x60, 5, 0x62, 1]);
  assert.deepEqual(stack, [5n, 0x10000n]);
});

test("code that was known to one fork is known anew to another", async () => {
  const code = Uint8Array.of(0x5f, 0x00);
  const one = { code, gasLimit: 100n, isStatic: false };
  assert.equal((await outcomeOf(await freshEvm("osaka", true), one)).error, undefined);
  assert.equal((await outcomeOf(await freshEvm("london", true), one)).error, "invalid opcode");
  assert.equal((await outcomeOf(await freshEvm("osaka", true), one)).error, undefined);
});

test("code too long for straight runs comes to the same, and its far jumps too", async () => {
  const far = codeAnalysedMax + 7;
  // Behind the code: STOP, and then pushes that hide every other jump destination.
  const behind = Uint8Array.from(
    { length: codeAnalysedMax },
    (_, i) => [0, 0x5b, 0x60][i % 3] ?? 0,
  );
  await fc.assert(
    fc.asyncProperty(given, async (one) => {
      fc.pre(one.gasLimit < 100_000n);
      const code = concat(one.code, behind);
      const [ours, theirs] = await Promise.all([freshEvm("osaka", true), freshEvm("osaka", false)]);
      const expected = await outcomeOf(theirs, { ...one, code });
      assert.deepEqual(await outcomeOf(ours, { ...one, code }), expected, toHex(one.code));
    }),
    { numRuns: 25, seed: 5 },
  );
  const jumping = [0x62, far >> 16, (far >> 8) & 255, far & 255, 0x56];
  const landing = (opcodes: number[]) => [
    ...jumping,
    ...Array(far - jumping.length - 1).fill(0x5f),
    ...opcodes,
  ];
  assert.equal((await compare(landing([0x5f, 0x5b, 0x60, 9, 0x61, 1]))).stack?.[0], 9n);
  assert.match((await compare(landing([0x60, 0x5b, 0x60, 9]))).error ?? "", /^invalid JUMP/);
});

test("long code that is watched step by step takes the steps it takes in the library", async () => {
  const far = codeAnalysedMax + 9;
  const code = new Uint8Array(far + 4).fill(0x5b);
  code.set([0x60, 7, 0x62, far >> 16, (far >> 8) & 255, far & 255, 0x56]);
  code.set([0x5b, 0x61, 1, 2], far);
  const stepsIn = async (isJoined: boolean) => {
    const { evm } = await freshEvm("osaka", isJoined);
    const steps: unknown[] = [];
    evm.events.on("step", ({ pc, opcode, stack }) => steps.push([pc, opcode.name, [...stack]]));
    await evm.runCode({ code, gasLimit: 1000n });
    return steps;
  };
  const expected = await stepsIn(false);
  assert.equal(expected.length, 5);
  assert.deepEqual(await stepsIn(true), expected);
});

test("jump destinations are those the library finds", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat(255), fc.integer({ min: 0x5a, max: 0x7f }))), (bytes) => {
      const code = Uint8Array.from(bytes);
      const { jumps } = library._getValidJumpDestinations.call(interpreter, code);
      assert.deepEqual(analyseCode(code, table).jumps, jumps);
      assert.deepEqual(runSync(searchLongCode(code)).jumps, jumps);
    }),
  );
});

test("a frame that is watched step by step runs in the library's loop", async () => {
  const { evm } = await freshEvm("osaka", true);
  const steps: number[] = [];
  evm.events.on("step", (step) => steps.push(step.pc));
  await evm.runCode({ code: Uint8Array.of(0x60, 1, 0x60, 2, 0x01, 0x00), gasLimit: 100n });
  assert.deepEqual(steps, [0, 2, 4, 5]);
});
