/** Defines the log object of specification section 2; subscriptions add `removed`. */
import type { LocatedLog, StoredBlock } from "@tandem/primitives";
import * as z from "@tandem/schema";
import type { AnswerForm } from "../answer-form.js";
import { address, count, data, flag, hash32 } from "../codec/wire.js";
import { orNull } from "../codec/writer.js";

const members = {
  logIndex: orNull(count),
  transactionIndex: orNull(count),
  transactionHash: orNull(hash32),
  blockHash: orNull(hash32),
  blockNumber: orNull(count),
  address,
  data,
  topics: z.array(hash32).max(4),
  blockTimestamp: count.optional().describe("With `--compat anvil`, Unix seconds."),
};

export const log = z
  .object({ ...members, removed: flag.optional().describe("With `--compat`.") })
  .meta({ id: "Log" });
export const subscribedLog = z.object({ ...members, removed: flag }).meta({ id: "SubscribedLog" });
export type LogAnswer = z.output<typeof log>;

/** The members of a log that the specification does not have. */
export type LogExtras = Pick<LogAnswer, "blockTimestamp" | "removed">;

const noExtras: LogExtras = {};

/** @param blockTimestamp the time of the block in Unix seconds; undefined if it is not known. */
export function logExtras(form: AnswerForm, blockTimestamp: number | undefined): LogExtras {
  if (!form.marksLogs && !form.hasBlockTimes) return noExtras;
  return {
    ...(form.hasBlockTimes ? { blockTimestamp } : {}),
    ...(form.marksLogs ? { removed: false } : {}),
  };
}

export function showLog(located: LocatedLog, extras: LogExtras = noExtras): LogAnswer {
  const { logIndex, transactionIndex, transactionHash, blockHash, blockNumber } = located;
  const { address, data, topics } = located.log;
  const place = { logIndex, transactionIndex, transactionHash, blockHash, blockNumber };
  return { ...place, address, data, topics: [...topics], ...extras };
}

/** Yields every log of a block with its position, in order. */
export function* logsOf(block: StoredBlock): Generator<LocatedLog> {
  const { hash: blockHash, header } = block;
  let logIndex = 0;
  for (const [transactionIndex, receipt] of block.receipts.entries()) {
    const transactionHash = block.transactions[transactionIndex]?.hash;
    if (transactionHash === undefined) throw new RangeError("a receipt without its transaction");
    for (const one of receipt.logs) {
      const place = { blockHash, blockNumber: header.number, transactionHash, transactionIndex };
      yield { log: one, ...place, logIndex };
      logIndex += 1;
    }
  }
}
