/** Defines the values of which a chain spec's file consists. */
import * as z from "zod";
import { padStart } from "../bytes/bytes.js";
import { fromHex } from "../bytes/hex.js";

export type FileValues = ReturnType<typeof createValues>;

/** A JSON number, a decimal string or a hex string. */
const integerExpected = "expected a decimal or 0x-prefixed integer";

function createIntegers() {
  const amount = z
    .union(
      [z.number().int().nonnegative(), z.string().regex(/^(0x[0-9a-fA-F]+|\d+)$/, integerExpected)],
      {
        error: ({ input }) =>
          input === undefined ? `it is missing: ${integerExpected}` : integerExpected,
      },
    )
    .transform((value) => BigInt(value));
  const count = amount
    .refine((value) => value <= BigInt(Number.MAX_SAFE_INTEGER), "expected an integer below 2^53")
    .transform(Number);
  // The EVM has words of 256 bits, and no hash meets the target of a higher difficulty.
  const word = (name: string) =>
    amount.refine((value) => value < 2n ** 256n, `expected a ${name} below 2^256`);
  return {
    amount,
    count,
    positiveCount: (expected: string) => count.refine((value) => value > 0, expected),
    balance: word("balance"),
    difficulty: word("difficulty"),
    price: word("price"),
    nonce: amount.refine((value) => value < 2n ** 64n - 1n, "expected a nonce below 2^64 - 1"),
  };
}

/** Creates the schemas of the values. */
export function createValues() {
  const bytes = z
    .string()
    .regex(/^0x([0-9a-fA-F]{2})*$/, "expected 0x and an even number of hex digits")
    .transform(fromHex);
  return {
    ...createIntegers(),
    bytes,
    bytesOf: (length: number) =>
      bytes.refine((value) => value.length === length, `expected ${length} bytes`),
    address: z
      .string()
      .regex(/^(0x)?[0-9a-fA-F]{40}$/, "expected an address of 20 bytes")
      .transform((text) => fromHex(text.startsWith("0x") ? text : `0x${text}`)),
    word: bytes
      .refine((value) => value.length <= 32, "expected at most 32 bytes")
      .transform((value) => padStart(value, 32)),
  };
}
