/** A dumped state read back: of ours or of anvil's, plain or compressed. */
import { gunzipSync } from "node:zlib";
import { Fault, fromHex, padStart, type StateOverrides } from "@tandem/primitives";
import { z } from "zod";
import { dumpBytesMax } from "./limits.js";

const amount = z
  .union([
    z.int().nonnegative(),
    z.string().regex(/^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/, "expected a hex or decimal integer"),
  ])
  .transform(BigInt);
const balance = amount.refine((wei) => wei < 2n ** 256n, "expected at most 256 bits");
const nonce = amount.refine((value) => value < 2n ** 64n - 1n, "expected a nonce below 2^64 - 1");
const code = z
  .string()
  .regex(/^0x(?:[0-9a-fA-F]{2})*$/, "expected 0x and two digits for each byte")
  .transform(fromHex);
const wordPattern = /^0x[0-9a-fA-F]{1,64}$/;
const addressPattern = /^0x[0-9a-fA-F]{40}$/;
const wordOf = (text: string) => padStart(fromHex(`0x${text.slice(2).padStart(64, "0")}`), 32);

const account = z.object({
  nonce: nonce.default(0n),
  balance: balance.default(0n),
  code: code.optional(),
  storage: z
    .record(z.string().regex(wordPattern), z.string().regex(wordPattern))
    .nullish()
    .transform((slots) =>
      Object.entries(slots ?? {}).map(([slot, value]) => [wordOf(slot), wordOf(value)] as const),
    ),
});

const file = z.object({ accounts: z.record(z.string().regex(addressPattern), account) });

const refused = (what: string, cause?: unknown) =>
  new Fault({ code: "bad-request", message: `the state cannot be read: ${what}` }, { cause });

/**
 * Every account as it is to be, its whole storage replaced. Blocks and transactions of the file are
 * passed over: a chain has its own.
 * @param bytes JSON, or JSON compressed by gzip. @throws {Fault} `bad-request`, naming what is wrong.
 */
export function decodeState(bytes: Uint8Array): StateOverrides {
  const read = file.safeParse(parse(bytes));
  if (!read.success) throw refused(z.prettifyError(read.error).replaceAll("\n", " "));
  return Object.entries(read.data.accounts).map(([address, one]) => [
    fromHex(address),
    {
      nonce: one.nonce,
      balance: one.balance,
      code: one.code ?? new Uint8Array(0),
      state: one.storage,
    },
  ]);
}

function parse(bytes: Uint8Array): unknown {
  try {
    const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const text = isCompressed ? gunzipSync(bytes, { maxOutputLength: dumpBytesMax }) : bytes;
    return JSON.parse(Buffer.from(text).toString());
  } catch (cause) {
    throw refused(cause instanceof Error ? cause.message : "not JSON", cause);
  }
}
