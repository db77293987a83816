/** Defines the alerts of the fork monitor, which reads Bitcoin's blocks. */
import * as z from "@tandem/schema";
import { bitcoinFailures, tagKinds } from "../../backend/fork-alerts.js";
import { count, data, hash32, plainCount } from "../codec/wire.js";
import { orNull } from "../codec/writer.js";

/** The maximum number of a fork's witnesses in an answer: the newest ones. */
export const witnessesMax = 16;

const witness = z.object({
  bitcoinHeight: count,
  bitcoinHash: orNull(hash32),
  timestamp: orNull(count),
  blockNumber: count,
  prefix: data,
});

const hiddenFork = z.object({
  firstBitcoinHeight: count,
  level: plainCount,
  levelName: z.string(),
  leftAfter: count,
  leftBefore: count,
  lengthMin: count,
  lengthMax: count,
  lastNumber: count,
  ahead: z.int(),
  share: z.number(),
  witnessCount: plainCount,
  witnesses: z.array(witness),
  beganAt: orNull(count),
  reaches4000At: orNull(count),
});

export const forkAlerts = z.object({
  bitcoinFrom: orNull(count),
  bitcoinTo: orNull(count),
  tags: z.record(z.enum(tagKinds), plainCount),
  headNumber: count,
  failure: orNull(z.enum(bitcoinFailures)),
  forks: z.array(hiddenFork),
});
