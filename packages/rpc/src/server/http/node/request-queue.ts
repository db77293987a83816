/**
 * Begins the requests of a connection of Node's server one after the other. Node's parser reads 64 KB at a time, which
 * may be thousands of requests. If all were begun, each would take time, memory and open files, although their answers
 * wait for each other.
 */
import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { onExchangeEnd } from "./exchange-end.js";

interface WaitingRequest {
  /** Is undefined for an upgrade, which has no response. */
  readonly response: ServerResponse | undefined;
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

/**
 * Begins an upgrade after the answers to the requests before it. Node has detached its parser from the connection, and
 * would neither hold back what is written to it now, nor send the answers of another parser after those of this one.
 */
export function afterAnswers(socket: Duplex, begin: () => void): void {
  const queue = queues.get(socket);
  if (queue === undefined) begin();
  else queue.push({ response: undefined, begin });
}

function run(socket: Duplex, { response, begin }: WaitingRequest): void {
  if (response === undefined) queues.delete(socket);
  else {
    onExchangeEnd(response, () => {
      const next = queues.get(socket)?.shift();
      if (next === undefined || socket.destroyed) queues.delete(socket);
      else run(socket, next);
    });
  }
  begin();
}
