/**
 * Defines hex in the form of Bitcoin tools and mining pools: with or without `0x`, in either case,
 * with spaces between the entries of lists.
 */
import { type Bytes, type Hash32, toHex } from "@tandem/primitives";
import * as z from "@tandem/schema";
import { bytesOfText } from "../codec/wire.js";

const isBytes = (value: unknown) => value instanceof Uint8Array;

const prefixed = (hex: string) => (hex.startsWith("0x") ? hex : `0x${hex}`);

const bytesExpected = "expected hex with two digits for each byte, with or without 0x";

/** Any number of bytes. */
export const poolBytes = z.codec(
  z.string(bytesExpected).regex(/^(?:0x)?(?:[0-9a-fA-F]{2})*$/, bytesExpected),
  z.custom<Bytes>(isBytes),
  { decode: (hex) => bytesOfText(prefixed(hex)), encode: toHex },
);

const hashPattern = /^(?:0x)?[0-9a-fA-F]{64}$/;
const hashesExpected = "expected hashes of 64 hex digits with spaces between";

/** The number of characters of a list of hashes: those of all transactions that a Bitcoin block can have fit. */
const hashesCharactersMax = 2 * 1024 * 1024;
const tooManyHashes = `expected hashes in at most ${hashesCharactersMax} characters`;

/** A list of hashes of 32 bytes with white space between them; an empty text is an empty list. */
export const poolHashes = z.codec(
  z.string(hashesExpected).max(hashesCharactersMax, tooManyHashes),
  z.custom<readonly Hash32[]>(),
  {
    decode(text, context) {
      const words = text.split(/\s+/).filter((word) => word !== "");
      const wrong = words.findIndex((word) => !hashPattern.test(word));
      if (wrong < 0) return words.map((word) => bytesOfText(prefixed(word)) as Hash32);
      const message = `${hashesExpected}, the one at ${wrong} is not one`;
      context.issues.push({ code: "custom", input: text, message });
      return z.NEVER;
    },
    encode: (hashes) => hashes.map(toHex).join(" "),
  },
);

const countExpected = "expected a hex number of at most 8 digits, with or without 0x";

/** A number below 2^32. */
export const poolCount = z.codec(
  z.string(countExpected).regex(/^(?:0x)?[0-9a-fA-F]{1,8}$/, countExpected),
  z.number(),
  { decode: (hex) => Number(prefixed(hex)), encode: (value) => value.toString(16) },
);
