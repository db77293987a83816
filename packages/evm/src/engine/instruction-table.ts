/**
 * Writes a fork's instruction table for the engine: gas costs, and the numbers of stack items
 * popped and pushed.
 */
import type { EVM } from "@ethereumjs/evm";
import { instructionsOf } from "../library/instructions.js";
import { place } from "./layout.js";

type StackUse = readonly [pops: number, pushes: number];

/** Items popped and pushed, by opcode. */
const stackUse: ReadonlyMap<number, StackUse> = new Map([
  ...each([0, 0], 0x00, 0x5b),
  ...each([0, 1], 0x30, 0x32, 0x33, 0x34, 0x36, 0x38, 0x3a, 0x3d, ...range(0x41, 0x48)),
  ...each([0, 1], 0x58, 0x59, 0x5a, ...range(0x5f, 0x7f)),
  ...each([1, 0], 0x50, 0x56, 0xff),
  ...each([1, 1], 0x15, 0x19, 0x1e, 0x31, 0x35, 0x3b, 0x3f, 0x40, 0x51, 0x54, 0x5c),
  ...each([2, 0], 0x52, 0x53, 0x55, 0x57, 0x5d, 0xf3, 0xfd),
  ...each([2, 1], ...range(0x01, 0x07), 0x0a, 0x0b, ...range(0x10, 0x14), ...range(0x16, 0x18)),
  ...each([2, 1], ...range(0x1a, 0x1d), 0x20),
  ...each([3, 0], 0x37, 0x39, 0x3e, 0x5e),
  ...each([3, 1], 0x08, 0x09, 0xf0),
  ...each([4, 0], 0x3c),
  ...each([4, 1], 0xf5),
  ...each([6, 1], 0xf4, 0xfa),
  ...each([7, 1], 0xf1, 0xf2),
  // DUP, SWAP and LOG
  ...range(1, 16).flatMap((n) => [
    ...each([n, n + 1], 0x7f + n),
    ...each([n + 1, n + 1], 0x8f + n),
  ]),
  ...range(0, 4).flatMap((n) => each([n + 2, 0], 0xa0 + n)),
]);

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

function each(use: StackUse, ...opcodes: readonly number[]) {
  return opcodes.map((opcode) => [opcode, use] as const);
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
    const use = stackUse.get(opcode);
    // SELFDESTRUCT charges its gas after it has accessed the beneficiary, as in the library.
    const price = opcode === selfDestruct ? 0 : Number(opcodeInfo.feeBigInt);
    if (opcodeInfo.isInvalid) bytes.fill(none, at, at + 4);
    else if (use === undefined) throw new Error(`the engine lacks opcode ${opcode}`);
    else bytes.set([price & 0xff, price >> 8, ...use], at);
    bytes[place.peeks + opcode] = opcodeInfo.dynamicGas ? (fewer(opcode) ?? use?.[0] ?? 0) : 0;
  }
}
