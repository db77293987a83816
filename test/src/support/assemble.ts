/** Assembles EVM code by hand, for code that Solidity cannot express and for gas that can be counted. */
import { concat, fromBigInt } from "@tandem/primitives";

const opcodes = {
  STOP: 0x00,
  ADD: 0x01,
  MUL: 0x02,
  SUB: 0x03,
  MULMOD: 0x09,
  EXP: 0x0a,
  GT: 0x11,
  KECCAK256: 0x20,
  BALANCE: 0x31,
  CALLDATALOAD: 0x35,
  CALLDATASIZE: 0x36,
  CODECOPY: 0x39,
  EXTCODECOPY: 0x3c,
  RETURNDATACOPY: 0x3e,
  EXTCODEHASH: 0x3f,
  BLOCKHASH: 0x40,
  TIMESTAMP: 0x42,
  NUMBER: 0x43,
  POP: 0x50,
  MLOAD: 0x51,
  MSTORE: 0x52,
  MSTORE8: 0x53,
  SLOAD: 0x54,
  SSTORE: 0x55,
  JUMP: 0x56,
  JUMPI: 0x57,
  GAS: 0x5a,
  JUMPDEST: 0x5b,
  TSTORE: 0x5d,
  MCOPY: 0x5e,
  DUP1: 0x80,
  SWAP1: 0x90,
  LOG0: 0xa0,
  LOG1: 0xa1,
  LOG2: 0xa2,
  CREATE: 0xf0,
  CALL: 0xf1,
  CALLCODE: 0xf2,
  RETURN: 0xf3,
  DELEGATECALL: 0xf4,
  CREATE2: 0xf5,
  STATICCALL: 0xfa,
  REVERT: 0xfd,
  INVALID: 0xfe,
  SELFDESTRUCT: 0xff,
} as const;

type Opcode = keyof typeof opcodes;
/** An instruction by its name, or a value to push: a number in its minimal bytes, or bytes. */
export type Part = Opcode | number | bigint | Uint8Array;

/** PUSH of a value; zero is PUSH0, which costs 2 gas and not 3. */
function push(value: number | bigint | Uint8Array): Uint8Array {
  const bytes = value instanceof Uint8Array ? value : fromBigInt(value);
  return concat(Uint8Array.of(0x5f + bytes.length), bytes);
}

export const assemble = (...parts: readonly Part[]): Uint8Array =>
  concat(
    ...parts.map((part) => (typeof part === "string" ? Uint8Array.of(opcodes[part]) : push(part))),
  );

export interface CallParts {
  readonly gas: number;
  readonly value?: number;
  /** The length of the input in bytes, from the beginning of memory. */
  readonly input?: number;
}

/**
 * Returns a call that leaves its success on the stack. Without value and input it costs 16 gas
 * before the call itself: six pushes, four of them of zero (five with a value operand).
 */
export function calling(
  opcode: "CALL" | "CALLCODE" | "DELEGATECALL" | "STATICCALL",
  to: Uint8Array,
  { gas, value = 0, input = 0 }: CallParts,
): Part[] {
  const isPaid = opcode === "CALL" || opcode === "CALLCODE";
  return [0, 0, input, 0, ...(isPaid ? [value] : []), to, gas, opcode];
}
