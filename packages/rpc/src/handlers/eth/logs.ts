/** Implements the methods that contract/eth/logs.ts declares. */
import { Fault } from "@tandem/primitives";
import type { JsonBytes } from "../../contract/codec/writer.js";
import type * as contract from "../../contract/eth/logs.js";
import { LogBytes } from "../../contract/shape/log-bytes.js";
import type { ChainApi, LogQuery } from "../../server/backend/chain-api.js";
import type { Call, Handler } from "../handler.js";

/**
 * Finds all logs before the first is written: an exceeded limit must become an error, not half an
 * answer.
 */
export async function logsText(node: ChainApi, query: LogQuery, call: Call): Promise<JsonBytes> {
  const max = call.answerCharactersMax;
  const text = new LogBytes();
  for await (const found of node.logs(query, call)) {
    for (const some of found) {
      if ("logs" in some) text.add(some);
      else text.addLocated(some);
      if (text.length > max) {
        throw new Fault({ code: "limit-exceeded", limit: "answer-characters", max });
      }
    }
  }
  return text.finish();
}

/** The logs of an unknown block are an error on Hardhat's network and on anvil. */
export const getLogs: Handler<typeof contract.getLogs> = (node, { filter }, call) => {
  const isBlockRequired = call.errorForm !== "standard";
  return logsText(node, isBlockRequired ? { ...filter, isBlockRequired } : filter, call);
};
