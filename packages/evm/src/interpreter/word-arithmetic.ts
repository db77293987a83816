/** What instructions with two operands come to, on words of 256 bits (yellow paper, appendix H.2). */

const wordMax = 2n ** 256n - 1n;
const wordCount = 2n ** 256n;
const signedMax = 2n ** 255n - 1n;
/** Bits from which on a shift leaves nothing. */
const shiftMax = 256n;

/** The complement: NOT. */
export const complement = (word: bigint): bigint => wordMax - word;

const isBelow = (a: bigint, b: bigint) =>
  a > signedMax || b > signedMax ? BigInt.asIntN(256, a) < BigInt.asIntN(256, b) : a < b;

/**
 * @param opcode ADD to DIV, LT to EQ, AND to XOR, SHL or SHR.
 * @param a the upper operand on the stack, @param b the one below it.
 */
export function compute(opcode: number, a: bigint, b: bigint): bigint {
  switch (opcode) {
    case 0x01: {
      // ADD
      const sum = a + b;
      return sum > wordMax ? sum - wordCount : sum;
    }
    case 0x02: {
      // MUL
      const product = a * b;
      return product > wordMax ? BigInt.asUintN(256, product) : product;
    }
    case 0x03: {
      // SUB
      const difference = a - b;
      return difference < 0n ? difference + wordCount : difference;
    }
    case 0x04: // DIV
      return b === 0n ? 0n : a / b;
    case 0x10: // LT
      return a < b ? 1n : 0n;
    case 0x11: // GT
      return a > b ? 1n : 0n;
    case 0x12: // SLT
      return isBelow(a, b) ? 1n : 0n;
    case 0x13: // SGT
      return isBelow(b, a) ? 1n : 0n;
    case 0x14: // EQ
      return a === b ? 1n : 0n;
    case 0x16: // AND
      return a & b;
    case 0x17: // OR
      return a | b;
    case 0x18: // XOR
      return a ^ b;
    case 0x1b: // SHL
      return a >= shiftMax ? 0n : (b << a) & wordMax;
    case 0x1c: // SHR
      return a >= shiftMax ? 0n : b >> a;
    default:
      throw new RangeError(`no arithmetic of instruction ${opcode}`);
  }
}
