/**
 * Defines types that development methods share: amounts in the forms that tools write, and constant
 * results.
 */
import { toQuantity } from "@tandem/primitives";
import * as z from "@tandem/schema";
import { anyCount, data, objectOf, quantity } from "../codec/wire.js";
import { absent, written } from "../codec/writer.js";
import { sentRequest } from "./call/call.js";

/** Writes undefined as `true`: the operation is complete. */
export const done = written(
  z.codec(z.literal(true), z.undefined(), { decode: () => undefined, encode: () => true as const }),
  () => "true",
);

/** Writes undefined as `null`, which some nodes return when an operation is complete. */
export const nothing = written(absent, () => "null");

/** Writes a boolean as `null`, because another node does not return it. */
export const unsaid = written(
  z.codec(z.null(), z.boolean(), { decode: () => true, encode: () => null }),
  () => "null",
);

const decimalText = "expected decimal digits in a string";

/** Seconds as a string of decimal digits, as Hardhat's network writes them; they may be negative. */
export const decimalSeconds = written(
  z.codec(z.string(decimalText).regex(/^-?[0-9]{1,15}$/, decimalText), z.number(), {
    decode: Number,
    encode: String,
  }),
  (value) => `"${value}"`,
);

/** Seconds as a JSON number, which may be negative; on Hardhat's network in a string. */
export const plainSeconds = written(
  z.union([z.int("expected a JSON integer"), decimalSeconds], "expected seconds"),
  String,
);

/** Zero as a quantity; on Hardhat's network as a decimal digit. */
export const zero = written(
  z.union(
    [
      quantity,
      z.codec(z.literal("0"), z.bigint(), { decode: () => 0n, encode: () => "0" as const }),
    ],
    "expected zero",
  ),
  () => '"0x0"',
);

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

const amountText = "expected a quantity in hex or decimal digits, or a number below 2^53";
const looseAmount = z.codec(
  z.string(amountText).regex(/^(?:0x[0-9a-f]{1,64}|[0-9]{1,77})$/i, amountText),
  z.bigint(),
  { decode: (text) => BigInt(text), encode: (value) => toQuantity(value) },
);

/**
 * An amount of wei, gas or a nonce in any form that tools write: hex with or without leading zeros,
 * decimal digits, a JSON number.
 */
export const anyAmount = z.union([quantity, jsonAmount, looseAmount], amountText);

const looseCount = z.codec(
  z.string(amountText).regex(/^(?:0x0*[0-9a-f]{1,13}|[0-9]{1,15})$/i, amountText),
  z.number(),
  { decode: (text) => Number(text), encode: (value) => toQuantity(value) },
);

/** A number of blocks or seconds in any form that tools write. */
export const loose = z.union([anyCount, looseCount], amountText);

/** An interval of mining, or the least and the most milliseconds of one. */
export const miningInterval = z.union(
  [loose, z.tuple([loose, loose], "expected two numbers")],
  "expected a number, or an array of two",
);

const mineObject = objectOf("an object with timestamp or blocks", {
  timestamp: loose.nullish(),
  blocks: loose.nullish(),
});

/** A time, or an object that also has the number of blocks. */
export const mineOptions = z.union(
  [loose, mineObject],
  "expected a time in Unix seconds, or an object with timestamp and blocks",
);

const urlText = "expected a URL that begins with http: or https:";

/** The URL of a JSON-RPC node. */
export const httpUrl = z.url({ protocol: /^https?$/, error: urlText });

const forkOptions = { jsonRpcUrl: httpUrl.nullish(), blockNumber: anyCount.nullish() };

/** The options of a reset: the chain to fork, which anvil's clients write without the outer object. */
export const resetOptions = objectOf("an object with forking", {
  forking: objectOf("an object with jsonRpcUrl and blockNumber", forkOptions).nullish(),
  ...forkOptions,
});

/** The pair `[transaction, block index]`; the transaction is raw or an object, the first block has index 0. */
export const placedTransaction = z.tuple(
  [z.union([data, sentRequest], "expected a raw transaction or a transaction object"), anyCount],
  "expected an array of a transaction and the number of a block",
);
