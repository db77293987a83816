/**
 * Identifies the client behind a request: by its API key where keys are configured, else by its
 * remote address; in the same way over HTTP and over WebSocket.
 */
import { createHash } from "node:crypto";
import { createGate, keyOf } from "./keys.js";

/** One user of the node, whose share of what is everybody's is counted. */
export interface Client {
  /** Equal for all requests of one client. It never contains an API key. */
  readonly id: string;
}

/** The part of a request's head by which its client is identified. */
export interface ClientHead {
  /** Path, with or without its query; the API key is its last segment. */
  readonly path: string;
  /** Text of the IP address. On uWebSockets.js reading it costs time, so it is read when needed. */
  readonly remoteAddress: string;
}

/** Returns the client of a request, or undefined where keys are configured and none is valid. */
export type IdentifyClient = (head: ClientHead) => Client | undefined;

/** The client that runs in the node's own process, without a socket. */
export const localClient: Client = { id: "in-process" };

/** Stands for a client that was refused, so that nothing is counted for it. */
export const noClient: Client = { id: "" };

/** Reads the address at the first use: most requests are answered without a look at their client. */
class AddressClient implements Client {
  readonly #head: ClientHead;

  constructor(head: ClientHead) {
    this.#head = head;
  }

  get id(): string {
    return `address:${this.#head.remoteAddress}`;
  }
}

const digestCharacters = 16;

const keyId = (key: string): string =>
  `key:${createHash("sha256").update(key).digest("hex").slice(0, digestCharacters)}`;

/** @param keys the configured API keys; none: every request is let in. */
export function identifyBy(keys: readonly string[]): IdentifyClient {
  if (keys.length === 0) return (head) => new AddressClient(head);
  const isLetIn = createGate(keys);
  return ({ path }) => (isLetIn(path) ? { id: keyId(keyOf(path)) } : undefined);
}
