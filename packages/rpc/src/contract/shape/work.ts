/** Defines work and the results of submissions, in the shapes that the reference network's pools read. */
import { type SubmittedWork, toHex } from "@tandem/primitives";
import * as z from "@tandem/schema";
import { bytesOfText, count, flag, hash32 } from "../codec/wire.js";
import { written } from "../codec/writer.js";

/** Wei as decimal digits. */
const decimal = written(
  z.codec(z.string().regex(/^\d+$/, "expected decimal digits"), z.bigint(), {
    decode: (digits) => BigInt(digits),
    encode: String,
  }),
  (value) => `"${value}"`,
);

export const work = z.object({
  blockHashForMergedMining: hash32,
  target: hash32,
  feesPaidToMiner: decimal,
  notify: flag,
  parentBlockHash: hash32,
});

/** The results of importing a block. */
export const importResults = [
  "IMPORTED_BEST",
  "IMPORTED_NOT_BEST",
  "EXIST",
  "INVALID_BLOCK",
  "NO_PARENT",
] as const;
type ImportResult = (typeof importResults)[number];

/** The import result for each status of a submission. */
export const importResultOf: Readonly<Record<SubmittedWork["status"], ImportResult>> = {
  head: "IMPORTED_BEST",
  side: "IMPORTED_NOT_BEST",
  known: "EXIST",
  invalid: "INVALID_BLOCK",
  "no-parent": "NO_PARENT",
};

const hexOfWord = (word: ImportResult) => toHex(Buffer.from(word, "ascii"));
const [firstResult, ...otherResults] = importResults.map(hexOfWord) as [string, ...string[]];

/** One of the results, as hex of its ASCII characters. */
const importResult = written(
  z.codec(z.enum([firstResult, ...otherResults]), z.enum(importResults), {
    decode: (hex) => Buffer.from(bytesOfText(hex)).toString("ascii") as ImportResult,
    encode: hexOfWord,
  }),
  (word) => `"${hexOfWord(word)}"`,
);

export const submittedBlock = z.object({
  blockImportedResult: importResult,
  blockHash: hash32,
  blockIncludedHeight: count,
});
