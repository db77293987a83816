/** Declares the methods of specification section 4, "Logs". */
import * as z from "@tandem/schema";
import { exampleLog, exampleTopic } from "../example.js";
import { method } from "../method.js";
import { logFilter } from "../shape/filter.js";
import { log } from "../shape/log.js";

export const getLogs = method("eth_getLogs", {
  isHeavy: true,
  summary:
    "Returns the logs that match a filter, oldest first; without bounds those of the latest block.",
  params: { filter: logFilter },
  result: z.array(log),
  faults: ["limit"],
  example: {
    params: [{ fromBlock: "0x1", toBlock: "latest", topics: [exampleTopic] }],
    result: [exampleLog],
  },
});
