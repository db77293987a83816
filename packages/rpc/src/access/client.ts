/**
 * Identifies the client behind a request: by its API key where keys are configured, else by its
 * remote address; in the same way over HTTP and over WebSocket.
 */
import { networkOf } from "@tandem/runtime";
import type { KeyClient, KeyRing } from "./keys.js";

/** A user of the node. Shared resources are limited for each of them. */
export interface Client {
  /** Equal for all requests of one client. It never contains an API key. */
  readonly id: string;
  /** Undefined for clients without a key. */
  readonly key?: KeyClient | undefined;
}

/** The part of a request's head by which its client is identified. */
export interface ClientHead {
  /** The path, with or without its query; the API key is its last segment. */
  readonly path: string;
  /** The IP address as text. Reading it costs time on uWebSockets.js, so it is a getter. */
  readonly remoteAddress: string;
}

/** Returns the client of a request, or undefined where keys are configured and none is valid. */
export type IdentifyClient = (head: ClientHead) => Client | undefined;

/** The client that runs in the node's own process, without a socket. */
export const localClient: Client = { id: "in-process" };

/** The client that connections over IPC are: they have the same rights, and no address. */
export const ipcClient: Client = { id: "ipc" };

/** The client of a refused connection, for which nothing is counted. */
export const noClient: Client = { id: "" };

/** Reads the address at its first use: most requests are answered without it. */
class AddressClient implements Client {
  readonly #head: ClientHead;
  #id: string | undefined;

  constructor(head: ClientHead) {
    this.#head = head;
  }

  get id(): string {
    this.#id ??= idOf(this.#head.remoteAddress);
    return this.#id;
  }
}

/** The last address that was asked for, and its client: requests of one client follow each other. */
let last: { readonly address: string; readonly id: string } | undefined;

function idOf(address: string): string {
  if (last?.address !== address) last = { address, id: `address:${networkOf(address)}` };
  return last.id;
}

/** @param keys the valid API keys; undefined admits every request. */
export function identifyBy(keys: KeyRing | undefined): IdentifyClient {
  if (keys === undefined) return (head) => new AddressClient(head);
  return ({ path }) => keys.find(path);
}
