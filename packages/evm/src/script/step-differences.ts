/** Finds what an instruction changed in the stack and the memory of its frame. */

/** The items from the top of the stack among which one instruction changes some: SWAP16 has 17. */
const changedItemsMax = 17;

/** Returns how many items at the bottom of the stack are the same before and after an instruction. */
export function keptItems(before: readonly bigint[], after: readonly bigint[]): number {
  const common = Math.min(before.length, after.length);
  let kept = Math.max(0, common - changedItemsMax);
  while (kept < common && before[kept] === after[kept]) kept++;
  return kept;
}

/** The positions of offset and length on the stack, from the top, of what an instruction writes. */
const written: Readonly<Record<number, readonly [offset: number, length: number]>> = {
  55: [0, 2], // CALLDATACOPY
  57: [0, 2], // CODECOPY
  60: [1, 3], // EXTCODECOPY
  62: [0, 2], // RETURNDATACOPY
  94: [0, 2], // MCOPY
  241: [5, 6], // CALL
  242: [5, 6], // CALLCODE
  244: [4, 5], // DELEGATECALL
  250: [4, 5], // STATICCALL
};

const mstore = 0x52;
const mstore8 = 0x53;

/**
 * Returns the range of memory that an instruction may have written.
 * @param stack before it.
 * @param length of the memory after it, in bytes.
 */
export function writtenRange(
  opcode: number,
  stack: readonly bigint[],
  length: number,
): readonly [from: number, end: number] {
  const item = (at: number) => Number(stack.at(-1 - at) ?? 0n);
  const places = written[opcode];
  if (places === undefined && opcode !== mstore && opcode !== mstore8) return [0, 0];
  const from = item(places?.[0] ?? 0);
  const size = places === undefined ? (opcode === mstore ? 32 : 1) : item(places[1]);
  return size === 0 || from >= length ? [0, 0] : [from, Math.min(from + size, length)];
}
