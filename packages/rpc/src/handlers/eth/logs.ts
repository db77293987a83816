/** Handlers of contract/eth/logs.ts. */
import { Fault } from "@tandem/primitives";
import type * as contract from "../../contract/eth/logs.js";
import { LogWriter } from "../../contract/shape/log.js";
import { JsonText } from "../../contract/writer.js";
import type { Backend, LogQuery } from "../../server/backend.js";
import type { Call, Handler } from "../handler.js";

/**
 * Text is written as logs are found and held until the last: a limit passed on the way must still
 * become an error, not half an answer.
 */
export async function logsText(node: Backend, query: LogQuery, call: Call): Promise<JsonText> {
  const max = call.answerCharactersMax;
  const writer = new LogWriter();
  const texts: string[] = [];
  let length = 2;
  for await (const logs of node.logs(query, call.signal)) {
    for (const log of logs) {
      const text = writer.write(log);
      length += text.length + 1;
      if (length > max)
        throw new Fault({ code: "limit-exceeded", limit: "answer-characters", max });
      texts.push(text);
    }
  }
  return new JsonText(`[${texts.join(",")}]`);
}

export const getLogs: Handler<typeof contract.getLogs> = (node, { filter }, call) =>
  logsText(node, filter, call);
