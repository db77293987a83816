// Finds the reason of an instruction's failure, in the order in which the library checks.
import {
  BEYOND_RETURN_DATA, INVALID_OPCODE, OPCODES, OUT_OF_GAS, PEEKS, STACK_OVERFLOW, STACK_UNDERFLOW, WRITE_PROTECTION,
} from "./layout";
import { canReach, isStatic, returnedLength, stack } from "./machine";
import { NO_OPCODE } from "./opcodes";
import { isShort, isZero } from "./words/word";

/**
 * Returns whether a range exceeds the return data.
 * @param sp above the three words of RETURNDATACOPY.
 */
export function isBeyondReturned(sp: usize): bool {
  if (!isShort(sp - 64) || !isShort(sp - 96)) return true;
  return <u64>load<u32>(sp - 64) + <u64>load<u32>(sp - 96) > <u64>returnedLength;
}

/**
 * Returns whether SSTORE, LOG or SELFDESTRUCT fail in a static context, which they check before the
 * stack.
 */
function isRefusedFirst(opcode: u32): bool {
  return isStatic && (opcode == 0x55 || (opcode >= 0xa0 && opcode <= 0xa4) || opcode == 0xff);
}

/** Returns the same for CREATE, CREATE2, and CALL with a value, which check the stack before. */
function isRefusedThen(opcode: u32, sp: usize): bool {
  return isStatic && (opcode == 0xf0 || opcode == 0xf5 || (opcode == 0xf1 && !isZero(sp - 96)));
}

/** Returns the same for TSTORE, which checks its price before, and the stack after. */
function isRefusedLast(opcode: u32): bool {
  return isStatic && opcode == 0x5d;
}

/** Checks an instruction. @returns the reason of its failure, or its price with a minus sign. */
export function check(at: usize, sp: usize, gas: i64): i32 {
  const opcode = <u32>load<u16>(at, 2);
  if (opcode == NO_OPCODE) return 0;
  if (opcode == 0xfe) return INVALID_OPCODE;
  const entry = OPCODES + (<usize>opcode << 2);
  const price = <i32>load<u16>(entry);
  const pops = <i32>load<u8>(entry, 2);
  const height = <i32>((sp - stack) >> 5);
  if (isRefusedFirst(opcode)) return WRITE_PROTECTION;
  if (height < <i32>load<u8>(PEEKS + <usize>opcode)) return STACK_UNDERFLOW;
  if (isRefusedThen(opcode, sp)) return WRITE_PROTECTION;
  if (opcode == 0x3e && isBeyondReturned(sp)) return BEYOND_RETURN_DATA;
  if (<i64>price > gas) return OUT_OF_GAS;
  if (isRefusedLast(opcode)) return WRITE_PROTECTION;
  // MSTORE and MSTORE8 check only the offset before the price, a LOG its range: `log` detects
  // missing topics.
  if (height == 1 && (opcode == 0x52 || opcode == 0x53)) {
    return canReach(sp - 32, opcode == 0x52 ? 32 : 1, gas - price) ? STACK_UNDERFLOW : OUT_OF_GAS;
  }
  if (height < pops) return opcode >= 0xa0 && opcode <= 0xa4 ? -price : STACK_UNDERFLOW;
  if (height - pops + <i32>load<u8>(entry, 3) > 1024) return STACK_OVERFLOW;
  return -price;
}
