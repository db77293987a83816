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
      const sum = a + b;
      return sum > wordMax ? sum - wordCount : sum;
    }
    case 0x02: {
      const product = a * b;
      return product > wordMax ? BigInt.asUintN(256, product) : product;
    }
    case 0x03: {
      const difference = a - b;
      return difference < 0n ? difference + wordCount : difference;
    }
    case 0x04:
      return b === 0n ? 0n : a / b;
    case 0x10:
      return a < b ? 1n : 0n;
    case 0x11:
      return a > b ? 1n : 0n;
    case 0x12:
      return isBelow(a, b) ? 1n : 0n;
    case 0x13:
      return isBelow(b, a) ? 1n : 0n;
    case 0x14:
      return a === b ? 1n : 0n;
    case 0x16:
      return a & b;
    case 0x17:
      return a | b;
    case 0x18:
      return a ^ b;
    case 0x1b:
      return a >= shiftMax ? 0n : (b << a) & wordMax;
    case 0x1c:
      return a >= shiftMax ? 0n : b >> a;
    default:
      throw new RangeError(`no arithmetic of instruction ${opcode}`);
  }
}
