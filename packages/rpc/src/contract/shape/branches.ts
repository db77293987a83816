/** Defines blocks of all branches, heights of forks, and submissions of outside miners. */
import { consensusForks, evmForks } from "@tandem/primitives";
import * as z from "@tandem/schema";
import { address, count, flag, hash32, plainCount, quantity } from "../codec/wire.js";
import { orNull } from "../codec/writer.js";
import { importResults } from "./work.js";

/** The maximum number of heights whose blocks are listed. */
export const heightsMax = 128;

export const branchBlock = z.object({
  number: count,
  hash: hash32,
  parentHash: hash32,
  miner: address,
  timestamp: count,
  difficulty: quantity,
  canonical: flag,
});

/** A block of any branch, in the form of the reference node. */
export const branchInformation = z.object({
  hash: hash32,
  totalDifficulty: quantity,
  inMainChain: flag,
});

export const forkHeight = z.object({
  name: z.enum([...consensusForks, ...evmForks]),
  blockNumber: count,
});

/** The results of a submission: those of an import, or none. */
const submissionResults = [...importResults, "REFUSED"] as const;

const submission = z.object({
  timestamp: count,
  result: z.enum(submissionResults),
  blockNumber: orNull(count),
  blockHash: orNull(hash32),
  reason: orNull(z.string()),
});

export const submissionReport = z.object({
  counts: z.record(z.enum(submissionResults), plainCount),
  latest: z.array(submission),
});
