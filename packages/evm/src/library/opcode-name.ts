/** Names instructions as geth does, where the library has another name or none. */

/** The designated invalid instruction (EIP-141), which has a name, unlike undefined ones. */
export const invalidOpcode = 0xfe;

/** The library names it as in forks after proof of work, where it has another meaning. */
export const difficulty = 0x44;

/** Instructions that a fork may lack, and whose names geth knows on every fork. */
const names: ReadonlyMap<number, string> = new Map([
  [0x1e, "CLZ"],
  [difficulty, "DIFFICULTY"],
  [0x49, "BLOBHASH"],
  [0x4a, "BLOBBASEFEE"],
  [0x5c, "TLOAD"],
  [0x5d, "TSTORE"],
  [0x5e, "MCOPY"],
  [0x5f, "PUSH0"],
  [invalidOpcode, "INVALID"],
]);

/** Returns geth's name of an instruction that is not part of the rules, or that the library names otherwise. */
export const opcodeName = (opcode: number): string =>
  names.get(opcode) ?? `opcode 0x${opcode.toString(16)} not defined`;
