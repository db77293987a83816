/** Reads source maps of solc: for each instruction of a code, the part of a source that it comes from. */

/** A part of a source. */
export interface SourceRange {
  /** The first byte, in UTF-8. */
  readonly start: number;
  readonly length: number;
  /** The id of the source in its compilation; negative for what is of no source. */
  readonly file: number;
}

/** Returns whether both are the same part; nothing is the same as what is not known. */
export const isSamePart = (a: SourceRange | undefined, b: SourceRange | undefined): boolean =>
  a !== undefined && a.file === b?.file && a.start === b.start && a.length === b.length;

/** An instruction's part of a source, and what a JUMP there does. */
export interface MappedInstruction extends SourceRange {
  /** `i` enters a function, `o` returns from one, `-` does neither. */
  readonly jump: string;
}

const push1 = 0x60;
const push32 = 0x7f;

/**
 * Returns the instructions of a code by their position.
 * @param map in solc's form: `start:length:file:jump` for each instruction, separated by semicolons.
 * A field that is empty or absent has the value of the instruction before. What is beyond the code is ignored.
 */
export function readSourceMap(
  code: Uint8Array,
  map: string,
): ReadonlyMap<number, MappedInstruction> {
  const instructions = new Map<number, MappedInstruction>();
  let before: MappedInstruction = { start: 0, length: 0, file: -1, jump: "-" };
  let position = 0;
  for (const entry of map.split(";")) {
    if (position >= code.length) break;
    const [start, length, file, jump] = entry.split(":");
    before = {
      start: numberOr(start, before.start),
      length: numberOr(length, before.length),
      file: numberOr(file, before.file),
      jump: jump || before.jump,
    };
    instructions.set(position, before);
    position += instructionBytes(code[position] ?? 0);
  }
  return instructions;
}

const numberOr = (text: string | undefined, otherwise: number) => (text ? Number(text) : otherwise);

const isPush = (opcode: number) => opcode >= push1 && opcode <= push32;
const instructionBytes = (opcode: number) => (isPush(opcode) ? opcode - push1 + 2 : 1);

/** Returns how many bytes the instruction at a position pushes. */
export const pushedBytes = (code: Uint8Array, position: number): number =>
  instructionBytes(code[position] ?? 0) - 1;

/** Returns the number that the instruction at a position pushes; undefined if it pushes none. */
export function pushedAt(code: Uint8Array, position: number): number | undefined {
  const opcode = code[position] ?? 0;
  if (!isPush(opcode)) return undefined;
  const bytes = code.subarray(position + 1, position + instructionBytes(opcode));
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}
