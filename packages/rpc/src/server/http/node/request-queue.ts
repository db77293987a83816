/**
 * Begins the requests of a connection of Node's server one after the other. Node's parser reads 64 KB at a time, which
 * may be thousands of requests. If all were begun, each would take time, memory and open files, although their answers
 * wait for each other.
 */
import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { onExchangeEnd } from "./exchange-end.js";

interface WaitingRequest {
  /** Is undefined for an upgrade and for a refusal, which have no response. */
  readonly response: ServerResponse | undefined;
  readonly begin: () => void;
}

/** The requests of a connection that Node's parser has read. */
interface Requests {
  isUnderWay: boolean;
  /** The requests that wait for the one under way. */
  readonly waiting: WaitingRequest[];
  /** The response to the last request, whose body may be incomplete. */
  last: ServerResponse;
  /** Is true if no request after these is answered. */
  isEnding: boolean;
}

const requestsOf = new WeakMap<Duplex, Requests>();

/**
 * Begins a request after the answers to those before it. Closes a connection on which more than `max` wait.
 * @param begin starts a request that must be answered.
 */
export function beginInOrder(response: ServerResponse, max: number, begin: () => void): void {
  const { socket } = response.req;
  const requests = requestsOf.get(socket) ?? {
    isUnderWay: false,
    waiting: [],
    last: response,
    isEnding: false,
  };
  if (requests.isEnding) return;
  requestsOf.set(socket, requests);
  requests.last = response;
  if (!requests.isUnderWay) run(socket, requests, { response, begin });
  else if (requests.waiting.push({ response, begin }) > max) {
    requests.waiting.length = 0;
    socket.destroy();
  }
}

/**
 * Begins an upgrade after the answers to the requests before it. Node has detached its parser from the connection, and
 * would neither hold back what is written to it now, nor send the answers of another parser after those of this one.
 */
export function afterAnswers(socket: Duplex, begin: () => void): void {
  const requests = requestsOf.get(socket);
  if (requests?.isUnderWay) requests.waiting.push({ response: undefined, begin });
  else begin();
}

/**
 * Ends a connection whose next request, or the body of its last one, cannot be read, after the answers to the requests
 * before it. May be called more than once.
 * @param refuse answers that request and closes the connection.
 */
export function endAfterAnswers(socket: Duplex, refuse: () => void): void {
  const requests = requestsOf.get(socket);
  if (requests?.isEnding) return;
  if (requests === undefined || requests.last.req.complete) afterAnswers(socket, refuse);
  else if (requests.waiting.at(-1)?.response === requests.last) {
    requests.waiting.pop();
    afterAnswers(socket, refuse);
  } else if (requests.last.headersSent) afterAnswers(socket, () => void socket.destroy());
  else refuse();
  if (requests !== undefined) requests.isEnding = true;
}

function run(socket: Duplex, requests: Requests, { response, begin }: WaitingRequest): void {
  requests.isUnderWay = response !== undefined;
  if (response !== undefined) {
    onExchangeEnd(response, () => {
      const next = requests.waiting.shift();
      if (next === undefined || socket.destroyed) requests.isUnderWay = false;
      else run(socket, requests, next);
    });
  }
  begin();
}
