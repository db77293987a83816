/**
 * Begins the requests of a connection of Node's server one after the other. Node's parser reads 64 KB at a time, which
 * may be thousands of requests. If all were begun, each would take time, memory and open files, although their answers
 * wait for each other.
 */
import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { onExchangeEnd } from "./exchange-end.js";

interface WaitingRequest {
  readonly response: ServerResponse;
  readonly begin: () => void;
}

/** The requests that wait on each connection with a request under way. */
const queues = new WeakMap<Duplex, WaitingRequest[]>();

/**
 * Begins a request after the answers to those before it. Closes a connection on which more than `max` wait.
 * @param begin starts a request that must be answered.
 */
export function beginInOrder(response: ServerResponse, max: number, begin: () => void): void {
  const { socket } = response.req;
  const queue = queues.get(socket);
  if (queue === undefined) {
    queues.set(socket, []);
    run(socket, { response, begin });
  } else if (queue.push({ response, begin }) > max) {
    queue.length = 0;
    socket.destroy();
  }
}

function run(socket: Duplex, { response, begin }: WaitingRequest): void {
  onExchangeEnd(response, () => {
    const next = queues.get(socket)?.shift();
    if (next === undefined || socket.destroyed) queues.delete(socket);
    else run(socket, next);
  });
  begin();
}
