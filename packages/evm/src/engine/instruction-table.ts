/**
 * Writes a fork's instruction table for the engine: gas costs, and the numbers of stack items
 * popped and pushed.
 */
import type { EVM } from "@ethereumjs/evm";
import { instructionsOf } from "../library/instructions.js";
import { place } from "./layout.js";

/** Items popped and pushed, by opcode; PUSH, DUP, SWAP and LOG are added below. */
const stackUse: Readonly<Record<number, readonly [pops: number, pushes: number]>> = {
  0: [0, 0],
  ...each(range(0x01, 0x07), [2, 1]),
  ...each([0x08, 0x09], [3, 1]),
  ...each([0x0a, 0x0b, ...range(0x10, 0x14)], [2, 1]),
  21: [1, 1],
  ...each(range(0x16, 0x18), [2, 1]),
  25: [1, 1],
  ...each(range(0x1a, 0x1d), [2, 1]),
  30: [1, 1],
  32: [2, 1],
  48: [0, 1],
  49: [1, 1],
  ...each([0x32, 0x33, 0x34], [0, 1]),
  53: [1, 1],
  54: [0, 1],
  55: [3, 0],
  56: [0, 1],
  57: [3, 0],
  58: [0, 1],
  59: [1, 1],
  60: [4, 0],
  61: [0, 1],
  62: [3, 0],
  ...each([0x3f, 0x40], [1, 1]),
  ...each(range(0x41, 0x48), [0, 1]),
  80: [1, 0],
  81: [1, 1],
  ...each([0x52, 0x53], [2, 0]),
  84: [1, 1],
  85: [2, 0],
  86: [1, 0],
  87: [2, 0],
  ...each([0x58, 0x59, 0x5a], [0, 1]),
  91: [0, 0],
  92: [1, 1],
  93: [2, 0],
  94: [3, 0],
  95: [0, 1],
  ...each(range(0x60, 0x7f), [0, 1]),
  ...Object.fromEntries(range(1, 16).map((n) => [0x7f + n, [n, n + 1]])),
  ...Object.fromEntries(range(1, 16).map((n) => [0x8f + n, [n + 1, n + 1]])),
  ...Object.fromEntries(range(0, 4).map((n) => [0xa0 + n, [n + 2, 0]])),
  240: [3, 1],
  ...each([0xf1, 0xf2], [7, 1]),
  243: [2, 0],
  244: [6, 1],
  245: [4, 1],
  250: [6, 1],
  253: [2, 0],
  255: [1, 0],
};

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

function each(opcodes: readonly number[], use: readonly [number, number]) {
  return Object.fromEntries(opcodes.map((opcode) => [opcode, use]));
}

/** Marks an opcode that the fork lacks. */
const none = 0xff;
const mstore = 0x52;
const mstore8 = 0x53;
const selfDestruct = 0xff;
const log0 = 0xa0;
const log4 = 0xa4;

/**
 * Returns the number of items that an instruction reads before its gas cost, if it is less than it
 * pops.
 */
function fewer(opcode: number): number | undefined {
  if (opcode === mstore || opcode === mstore8) return 1;
  return opcode >= log0 && opcode <= log4 ? 2 : undefined;
}

/**
 * Writes the tables for a fork into the engine's memory.
 * @throws {Error} when the fork has an instruction that the engine lacks.
 */
export function writeInstructions(bytes: Uint8Array, evm: EVM): void {
  for (const [opcode, { opcodeInfo }] of instructionsOf(evm).entries()) {
    const at = place.opcodes + 4 * opcode;
    const use = stackUse[opcode];
    // SELFDESTRUCT charges its gas after it has accessed the beneficiary, as in the library.
    const price = opcode === selfDestruct ? 0 : Number(opcodeInfo.feeBigInt);
    if (opcodeInfo.isInvalid) bytes.fill(none, at, at + 4);
    else if (use === undefined) throw new Error(`the engine lacks opcode ${opcode}`);
    else bytes.set([price & 0xff, price >> 8, ...use], at);
    bytes[place.peeks + opcode] = opcodeInfo.dynamicGas ? (fewer(opcode) ?? use?.[0] ?? 0) : 0;
  }
}
