/** Words that development controls share: amounts as tools write them, and answers that say nothing. */
import { z } from "zod";
import { anyCount, data, objectOf, quantity } from "../wire.js";
import { written } from "../writer.js";

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
export const maybeTally = written(
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

/** Wei or gas as tools write it: a hex quantity, or a JSON number. */
export const anyAmount = z.union([quantity, jsonAmount], "expected a hex quantity, or a number");

const mineObject = objectOf("an object with timestamp or blocks", {
  timestamp: anyCount.nullish(),
  blocks: anyCount.nullish(),
});

/** A time, or an object that says how many blocks too. */
export const mineOptions = z.union(
  [anyCount, mineObject],
  "expected a time in Unix seconds, or an object with timestamp and blocks",
);

/** Of a reset: what to fork from. */
export const resetOptions = objectOf("an object with forking", {
  forking: objectOf("an object with jsonRpcUrl and blockNumber", {
    jsonRpcUrl: z.string("expected a URL").nullish(),
    blockNumber: anyCount.nullish(),
  }).nullish(),
});

/** `[raw transaction, number of the block]`, the first block being 0. */
export const placedTransaction = z.tuple(
  [data, anyCount],
  "expected an array of a raw transaction and the number of a block",
);
