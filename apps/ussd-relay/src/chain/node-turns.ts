/**
 * Limits the requests to the node that are in progress: each has a connection. Clients decide how many posts arrive at
 * the same time, and without file descriptors neither the node nor the records can be used.
 */
import { ConnectionError } from "@tandem/rpc/client";
import { Turns } from "@tandem/runtime";
import { relayLimits } from "../limits.js";

const turns = new Turns({
  max: relayLimits.nodeRequestsMax,
  clientMax: relayLimits.nodeMethodRequestsMax,
});

/**
 * Sends a request to the node in its turn.
 * @param method of JSON-RPC; of a batch, its last one. Requests of the methods with the fewest in progress are first.
 * @throws {ConnectionError} without sending it when it has waited too long, and what `send` throws.
 */
export function inNodeTurn<T>(method: string, send: () => Promise<T>): Promise<T> {
  const lastStart = performance.now() + relayLimits.nodeAnswerMs;
  const assertInTime = () => {
    if (performance.now() <= lastStart) return;
    throw new ConnectionError("the node is too slow for the number of requests to it");
  };
  return turns.run(method, assertInTime, send);
}
