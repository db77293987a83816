/**
 * Analyses a code before it runs: its jump destinations, the constants it pushes, and its straight runs. A
 * run is a sequence of instructions of a fixed price that neither fail nor wait, and jump only at its
 * end, so gas and stack are checked once for the whole run. A run can be entered at any instruction: the
 * figures of an instruction are those of the rest of the run.
 */
import { toBigInt } from "@tandem/primitives";
import { codeScannedInSlice } from "../limits.js";
import { nothingToPutAside, type Slices } from "../slices.js";
import type { RunState } from "../trace/probe.js";

/** An instruction of the library's table for one fork. */
export interface Instruction {
  readonly opcodeInfo: {
    readonly code: number;
    readonly feeBigInt: bigint;
    readonly dynamicGas: boolean;
    readonly isInvalid: boolean;
  };
  opHandler(runState: RunState, common: unknown): unknown;
  gasHandler(runState: RunState, gas: bigint, common: unknown): bigint | Promise<bigint>;
}

export interface CodeAnalysis {
  readonly code: Uint8Array;
  /** By place: 1 where a JUMPDEST is. */
  readonly jumps: Uint8Array;
  /** By the place behind a PUSH: what it pushes. */
  readonly pushes: Record<number, bigint>;
  /** Whether straight runs were searched for; the other members are empty where they were not. */
  readonly hasRuns: boolean;
  /** By the place of a PUSH: where in `constants` stands what it pushes. */
  readonly constantAt: Uint32Array;
  readonly constants: readonly bigint[];
  /** By place: gas of the run from there on. */
  readonly cost: Uint32Array;
  /** By place: items the run from there on finds on the stack, at least; `noRun` where none begins. */
  readonly need: Uint16Array;
  /** By place: items by which the stack is higher at the highest, at some point of that run. */
  readonly growth: Uint16Array;
}

/** Stands for the need of a place where no run begins; larger than any stack. */
export const noRun = 0xffff;

/** Items taken and put by an instruction that can be part of a run. */
const effects = new Map<number, readonly [taken: number, put: number]>();
const effect = (opcodes: readonly number[], taken: number, put: number) => {
  for (const opcode of opcodes) effects.set(opcode, [taken, put]);
};
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

// ADD to SMOD, SIGNEXTEND, LT to EQ, AND to XOR, BYTE to SAR.
effect([...range(0x01, 0x07), 0x0b, ...range(0x10, 0x14), ...range(0x16, 0x18)], 2, 1);
effect(range(0x1a, 0x1d), 2, 1);
// ADDMOD, MULMOD.
effect([0x08, 0x09], 3, 1);
// ISZERO, NOT, CLZ, CALLDATALOAD, MLOAD.
effect([0x15, 0x19, 0x1e, 0x35, 0x51], 1, 1);
// ADDRESS, ORIGIN to CALLVALUE, CALLDATASIZE, CODESIZE, GASPRICE, RETURNDATASIZE.
effect([0x30, ...range(0x32, 0x34), 0x36, 0x38, 0x3a, 0x3d], 0, 1);
// COINBASE to CHAINID, PC, MSIZE, PUSH0 to PUSH32.
effect([...range(0x41, 0x46), 0x58, 0x59, ...range(0x5f, 0x7f)], 0, 1);
// POP and JUMP, MSTORE and JUMPI, JUMPDEST.
effect([0x50, 0x56], 1, 0);
effect([0x52, 0x57], 2, 0);
effect([0x5b], 0, 0);
for (const nth of range(1, 16)) {
  effect([0x7f + nth], nth, nth + 1);
  effect([0x8f + nth], nth + 1, nth + 1);
}

/** Whose price is fixed as long as memory does not grow: then the run is left. */
const memoryWords: ReadonlySet<number> = new Set([0x51, 0x52]);

/** JUMP and JUMPI: the last of a run. */
const isLast = (opcode: number) => opcode === 0x56 || opcode === 0x57;

const isPush = (opcode: number) => opcode >= 0x60 && opcode <= 0x7f;

interface Step {
  readonly taken: number;
  readonly put: number;
  readonly fee: number;
}

/** By opcode: undefined for what is no part of a run in this fork. */
function stepsOf(instructions: readonly Instruction[]): readonly (Step | undefined)[] {
  return range(0, 0xff).map((opcode) => {
    const effect = effects.get(opcode);
    const info = instructions[opcode]?.opcodeInfo;
    if (effect === undefined || info?.code !== opcode || info.isInvalid) return undefined;
    if (info.dynamicGas && !memoryWords.has(opcode)) return undefined;
    return { taken: effect[0], put: effect[1], fee: Number(info.feeBigInt) };
  });
}

const stepTables = new WeakMap<readonly Instruction[], ReturnType<typeof stepsOf>>();

function stepTableOf(instructions: readonly Instruction[]) {
  let table = stepTables.get(instructions);
  if (table === undefined) {
    table = stepsOf(instructions);
    stepTables.set(instructions, table);
  }
  return table;
}

const jumpDestination = 0x5b;

/** What a PUSH pushes, with zeros behind a code that ends in the middle of it. */
function pushedAt(code: Uint8Array, at: number): bigint {
  const length = (code[at] as number) - 0x5f;
  const present = toBigInt(code.subarray(at + 1, at + 1 + length));
  const missing = at + 1 + length - code.length;
  return missing > 0 ? present << BigInt(8 * missing) : present;
}

/**
 * What pushes push, as the library's PUSH wants it: by the place behind the instruction. It is made
 * when it is asked for, since straight runs have constants of their own.
 */
const pushesOf = (code: Uint8Array): Record<number, bigint> =>
  new Proxy({}, { get: (_, place) => pushedAt(code, Number(place) - 1) });

/** What is known of a code before any of it is searched. */
const unsearched = (code: Uint8Array) => ({
  code,
  jumps: new Uint8Array(code.length),
  pushes: pushesOf(code),
});

/**
 * Notes jump destinations from a place on: what a PUSH pushes is none.
 * @param onInstruction is called with the place of each instruction.
 * @returns the place it came to, at `end` or behind it.
 */
function searchJumps(
  { code, jumps }: Pick<CodeAnalysis, "code" | "jumps">,
  from: number,
  end: number,
  onInstruction?: (at: number) => void,
): number {
  let at = from;
  for (; at < end; at++) {
    onInstruction?.(at);
    const opcode = code[at] as number;
    if (opcode === jumpDestination) jumps[at] = 1;
    else if (isPush(opcode)) at += opcode - 0x5f;
  }
  return at;
}

export function analyseCode(code: Uint8Array, instructions: readonly Instruction[]): CodeAnalysis {
  const steps = stepTableOf(instructions);
  const found = unsearched(code);
  const constants: bigint[] = [];
  const constantAt = new Uint32Array(code.length);
  const cost = new Uint32Array(code.length);
  const need = new Uint16Array(code.length).fill(noRun);
  const growth = new Uint16Array(code.length);
  const places = new Uint32Array(code.length);
  let count = 0;
  searchJumps(found, 0, code.length, (at) => {
    places[count++] = at;
  });
  // Of the rest of the run behind an instruction; there is none behind the last.
  let rest = { cost: 0, need: 0, growth: 0 };
  for (let i = count - 1; i >= 0; i--) {
    const at = places[i] as number;
    const opcode = code[at] as number;
    const step = steps[opcode];
    if (step === undefined || isLast(opcode)) rest = { cost: 0, need: 0, growth: 0 };
    if (step === undefined) continue;
    const { taken, put, fee } = step;
    const up = put - taken;
    rest = {
      cost: fee + rest.cost,
      need: Math.max(taken, rest.need - up),
      growth: Math.max(0, up + rest.growth),
    };
    cost[at] = rest.cost;
    need[at] = rest.need;
    growth[at] = rest.growth;
    if (isPush(opcode)) constantAt[at] = constants.push(pushedAt(code, at)) - 1;
  }
  return { ...found, hasRuns: true, constantAt, constants, cost, need, growth };
}

const noPlaces = { constantAt: new Uint32Array(0), constants: [], cost: new Uint32Array(0) };
const noHeights = { need: new Uint16Array(0), growth: new Uint16Array(0) };

/** Finds jump destinations alone, in slices: of code that is too long for more. */
export function* searchLongCode(code: Uint8Array): Slices<CodeAnalysis> {
  const found = unsearched(code);
  for (let at = 0; at < code.length; ) {
    if (at > 0) yield nothingToPutAside;
    at = searchJumps(found, at, Math.min(code.length, at + codeScannedInSlice));
  }
  return { ...found, hasRuns: false, ...noPlaces, ...noHeights };
}
