/** Words that development controls share: amounts as tools write them, and answers that say nothing. */
import { toQuantity } from "@tandem/primitives";
import { z } from "zod";
import { anyCount, data, objectOf, quantity } from "../codec/wire.js";
import { written } from "../codec/writer.js";

/** Nothing inside, `true` on the wire: it was done. */
export const done = written(
  z.codec(z.literal(true), z.undefined(), { decode: () => undefined, encode: () => true as const }),
  () => "true",
);

/** Nothing inside, `null` on the wire: the same, in the words of another node. */
export const nothing = written(
  z.codec(z.null(), z.undefined(), { decode: () => undefined, encode: () => null }),
  () => "null",
);

/** Whether something was so inside, `null` on the wire: another node does not say it. */
export const unsaid = written(
  z.codec(z.null(), z.boolean(), { decode: () => true, encode: () => null }),
  () => "null",
);

/** Seconds as a JSON number, which may be below zero. */
export const plainSeconds = written(z.int("expected a JSON integer"), String);

/** Milliseconds or seconds as a JSON number; null for none. */
export const maybePlainCount = written(
  z.codec(z.int().nonnegative().nullable(), z.number().optional(), {
    decode: (value) => value ?? undefined,
    encode: (value) => value ?? null,
  }),
  (value) => (value === undefined ? "null" : String(value)),
);

const jsonAmount = z.codec(
  z.int("expected a JSON integer").nonnegative("expected no negative number"),
  z.bigint(),
  { decode: (value) => BigInt(value), encode: (value) => Number(value) },
);

const amountText = "expected a quantity in hex or decimal digits, or a number";
const looseAmount = z.codec(
  z.string(amountText).regex(/^(?:0x[0-9a-f]{1,64}|[0-9]{1,77})$/i, amountText),
  z.bigint(),
  { decode: (text) => BigInt(text), encode: (value) => toQuantity(value) },
);

/** Wei, gas or a nonce as tools write it: hex with or without leading zeros, decimal digits, a JSON number. */
export const anyAmount = z.union([quantity, jsonAmount, looseAmount], amountText);

const looseCount = z.codec(
  z.string(amountText).regex(/^(?:0x0*[0-9a-f]{1,13}|[0-9]{1,15})$/i, amountText),
  z.number(),
  { decode: (text) => Number(text), encode: (value) => toQuantity(value) },
);

/** Blocks or seconds, as loosely. */
export const loose = z.union([anyCount, looseCount], amountText);

const mineObject = objectOf("an object with timestamp or blocks", {
  timestamp: loose.nullish(),
  blocks: loose.nullish(),
});

/** A time, or an object that says how many blocks too. */
export const mineOptions = z.union(
  [loose, mineObject],
  "expected a time in Unix seconds, or an object with timestamp and blocks",
);

/** Of a reset: what to fork from. */
export const resetOptions = objectOf("an object with forking", {
  forking: objectOf("an object with jsonRpcUrl and blockNumber", {
    jsonRpcUrl: z.string("expected a URL").nullish(),
    blockNumber: anyCount.nullish(),
  }).nullish(),
});

export type ResetOptions = z.output<typeof resetOptions>;

/** `[raw transaction, number of the block]`, the first block being 0. */
export const placedTransaction = z.tuple(
  [data, anyCount],
  "expected an array of a raw transaction and the number of a block",
);
