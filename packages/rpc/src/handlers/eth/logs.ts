/** Implements the methods that contract/eth/logs.ts declares. */
import { assertAtMost } from "@tandem/primitives";
import type { ChainApi, LogBatch, LogQuery } from "../../backend/chain-api.js";
import { answerFormOf } from "../../contract/answer-form.js";
import { RpcError } from "../../contract/errors.js";
import type * as contract from "../../contract/eth/logs.js";
import { isReversed } from "../../contract/shape/filter.js";
import { logExtras } from "../../contract/shape/log.js";
import { LogBytes } from "../../contract/shape/log-bytes.js";
import type { JsonBytes } from "../../written-json.js";
import type { Call, Handler } from "../handler.js";

/**
 * Finds all logs before the first is written: an exceeded limit must become an error, not half an
 * answer.
 */
export function logsText(
  node: ChainApi,
  query: LogQuery,
  call: Call,
): JsonBytes | Promise<JsonBytes> {
  const isReadAsOthers = call.errorForm !== "standard";
  const found = node.logs(isReadAsOthers ? { ...query, isReadAsOthers } : query, call);
  if (Symbol.asyncIterator in found) return textLater(node, found, call);
  const text = new LogBytes();
  for (const batch of found) addBatch(node, text, batch, call);
  return text.finish();
}

async function textLater(
  node: ChainApi,
  found: AsyncIterable<LogBatch>,
  call: Call,
): Promise<JsonBytes> {
  const text = new LogBytes();
  for await (const batch of found) addBatch(node, text, batch, call);
  return text.finish();
}

/** @throws {Fault} `limit-exceeded` */
function addBatch(node: ChainApi, text: LogBytes, batch: LogBatch, call: Call): void {
  const { answerCharactersMax: max, held } = call;
  const form = answerFormOf(call);
  const timeOf = (one: LogBatch[number]) =>
    "logs" in one ? one.logs.blockTimestamp : node.header(one.blockHash)?.timestamp;
  const { length } = text;
  for (const some of batch) {
    const extras = logExtras(form, form.hasBlockTimes ? timeOf(some) : undefined);
    if ("logs" in some) text.add(some, extras);
    else text.addLocated(some, extras);
    assertAtMost("answer-characters", text.length, max);
  }
  held.take(text.length - length);
}

/** @throws {RpcError} `params` for a range that ends before it begins, which Hardhat's network and anvil take. */
export function assertForward({ range }: LogQuery, { errorForm }: Pick<Call, "errorForm">): void {
  if (errorForm !== "standard" || !isReversed(range)) return;
  throw new RpcError("params", "params[0] (filter): expected fromBlock not to be above toBlock");
}

export const getLogs: Handler<typeof contract.getLogs> = (node, { filter }, call) => {
  assertForward(filter, call);
  return logsText(node, filter, call);
};
