/** Implements the methods that contract/eth/logs.ts declares. */
import { Fault } from "@tandem/primitives";
import type { JsonBytes } from "../../contract/codec/writer.js";
import type * as contract from "../../contract/eth/logs.js";
import { LogBytes } from "../../contract/shape/log-bytes.js";
import type { ChainApi, LogBatch, LogQuery } from "../../server/backend/chain-api.js";
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
  const found = node.logs(query, call);
  if (Symbol.asyncIterator in found) return textLater(found, call);
  const text = new LogBytes();
  for (const batch of found) addBatch(text, batch, call);
  return text.finish();
}

async function textLater(found: AsyncIterable<LogBatch>, call: Call): Promise<JsonBytes> {
  const text = new LogBytes();
  for await (const batch of found) addBatch(text, batch, call);
  return text.finish();
}

/** @throws {Fault} `limit-exceeded` */
function addBatch(text: LogBytes, batch: LogBatch, { answerCharactersMax: max, held }: Call): void {
  const { length } = text;
  for (const some of batch) {
    if ("logs" in some) text.add(some);
    else text.addLocated(some);
    if (text.length > max) {
      throw new Fault({ code: "limit-exceeded", limit: "answer-characters", max });
    }
  }
  held.take(text.length - length);
}

/** The logs of an unknown block are an error on Hardhat's network and on anvil. */
export const getLogs: Handler<typeof contract.getLogs> = (node, { filter }, call) => {
  const isBlockRequired = call.errorForm !== "standard";
  return logsText(node, isBlockRequired ? { ...filter, isBlockRequired } : filter, call);
};
