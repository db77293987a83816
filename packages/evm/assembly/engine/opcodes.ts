// Operations of the loop, and the opcodes that they implement. The numbers are dense, so that the
// switch is a jump table.

export const enum Do {
  BLOCK, PUSH, PUSH_WORD, DUP, SWAP, POP, ADD, MUL, SUB, DIV, SDIV, MOD, SMOD, ADDMOD, MULMOD, SIGNEXTEND,
  LT, GT, SLT, SGT, EQ, ISZERO, AND, OR, XOR, NOT, BYTE, SHL, SHR, SAR, CLZ, MLOAD, MSTORE, JUMP, JUMPI, GAS,
  INVALID,
  // A pushed number combined with the instruction after it.
  PUSH_ADD, PUSH_JUMP, PUSH_JUMPI, PUSH_MLOAD, PUSH_MSTORE,
  // The following operations are in rare.ts.
  STOP, EXP, KECCAK256, ADDRESS, BALANCE, ORIGIN, CALLER, CALLVALUE, CALLDATALOAD, CALLDATASIZE,
  CALLDATACOPY, CODECOPY, GASPRICE, EXTCODESIZE, EXTCODECOPY, RETURNDATASIZE, RETURNDATACOPY, EXTCODEHASH,
  BLOCKHASH, COINBASE, TIMESTAMP, NUMBER, DIFFICULTY, GASLIMIT, CHAINID, SELFBALANCE, BASEFEE, MSTORE8,
  SLOAD, SSTORE, MSIZE, TLOAD, TSTORE, MCOPY, LOG, CREATE, CALL, CALLCODE, RETURN, DELEGATECALL, CREATE2,
  STATICCALL, REVERT, SELFDESTRUCT,
  // The end of what is translated of a code.
  MORE,
}

/** The operation (`Do`) of each opcode. */
const table = memory.data<u8>([
  42, 6, 7, 8, 9, 10, 11, 12, 13, 14, 43, 15, 36, 36, 36, 36,
  16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 36,
  44, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36,
  45, 46, 47, 48, 49, 50, 51, 52, 1, 53, 54, 55, 56, 57, 58, 59,
  60, 61, 62, 63, 64, 65, 66, 67, 68, 36, 36, 36, 36, 36, 36, 36,
  5, 31, 32, 69, 70, 71, 33, 34, 1, 72, 35, 0, 73, 74, 75, 1,
  1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2,
  2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
  3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
  4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4,
  76, 76, 76, 76, 76, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36,
  36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36,
  36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36,
  36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36,
  36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36,
  77, 78, 79, 80, 81, 82, 36, 36, 36, 36, 83, 36, 36, 84, 36, 85,
]);

@inline export function doOf(opcode: u32): u32 {
  return <u32>load<u8>(table + <usize>opcode);
}

export const JUMPDEST: u32 = 0x5b;
export const INVALID_OPCODE: u32 = 0xfe;

/** The opcode of a BLOCK without a JUMPDEST in the code. */
export const NO_OPCODE: u32 = 0x100;

/** The size of an instruction of a program: operation u16, opcode u16, argument u32, number u64. */
export const STEP: usize = 16;

/**
 * Returns whether an instruction's failures may precede its price: it is priced alone, so that the
 * reason is exact.
 */
export function isAlone(opcode: u32): bool {
  switch (opcode) {
    case 0x3e: // RETURNDATACOPY
    case 0x55: // SSTORE
    case 0xa0: // LOG0 to LOG4
    case 0xa1:
    case 0xa2:
    case 0xa3:
    case 0xa4:
    case 0xf0: // CREATE
    case 0xf1: // CALL
    case 0xf2: // CALLCODE
    case 0xf4: // DELEGATECALL
    case 0xf5: // CREATE2
    case 0xfa: // STATICCALL
    case 0xff: // SELFDESTRUCT
      return true;
    default:
      return false;
  }
}

/**
 * Returns whether another run begins after the instruction: JUMPI; GAS, which reads the remaining
 * gas, so that later instructions must not be paid for; TSTORE, which fails in a static context;
 * and those that make something warm, which is recorded even if gas does not suffice for later
 * instructions.
 */
export function endsBlock(opcode: u32): bool {
  switch (opcode) {
    case 0x31: // BALANCE
    case 0x3b: // EXTCODESIZE
    case 0x3c: // EXTCODECOPY
    case 0x3f: // EXTCODEHASH
    case 0x54: // SLOAD
    case 0x57: // JUMPI
    case 0x5a: // GAS
    case 0x5d: // TSTORE
      return true;
    default:
      return false;
  }
}

/** Returns whether no instruction follows this one except at a JUMPDEST. */
export function isLast(opcode: u32): bool {
  return opcode == 0x00 || opcode == 0x56 || opcode == 0xf3 || opcode == 0xfd || opcode == 0xff || opcode == INVALID_OPCODE;
}
