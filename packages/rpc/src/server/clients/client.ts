/**
 * Identifies the client behind a request: by its API key where keys are configured, else by its
 * remote address; in the same way over HTTP and over WebSocket.
 */
import { isIPv4 } from "node:net";
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

/**
 * The number of groups of an IPv6 address that name a network: the owner of one network has all its
 * addresses.
 */
const networkGroups = 4;
const groups = 8;
const mappedIPv4 = /^(?:0{1,4}:){5}ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/** Returns an IPv4 address unchanged, and the 64-bit network of an IPv6 address (RFC 4291). */
export function networkOf(address: string): string {
  const [text = ""] = address.toLowerCase().split("%", 1);
  const last = text.slice(text.lastIndexOf(":") + 1);
  if (isIPv4(last)) return last;
  const full = expand(text);
  const [, high, low] = mappedIPv4.exec(full) ?? [];
  if (high === undefined || low === undefined) {
    return full
      .split(":")
      .slice(0, networkGroups)
      .map((group) => group.padStart(4, "0"))
      .join(":");
  }
  return [high, low]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 0xff])
    .join(".");
}

/** Writes out the zeros that `::` abbreviates. */
function expand(text: string): string {
  const [before = "", after] = text.split("::");
  if (after === undefined) return text;
  const [front, back] = [before, after].map((part) => (part === "" ? [] : part.split(":")));
  const missing = Math.max(0, groups - (front?.length ?? 0) - (back?.length ?? 0));
  return [...(front ?? []), ...Array<string>(missing).fill("0"), ...(back ?? [])].join(":");
}

/** @param keys the valid API keys; undefined admits every request. */
export function identifyBy(keys: KeyRing | undefined): IdentifyClient {
  if (keys === undefined) return (head) => new AddressClient(head);
  return ({ path }) => keys.find(path);
}
