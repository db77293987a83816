/** Recognizes posts that a web page of another site makes a browser send. */
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/**
 * Returns whether a request says that it comes from a page of another origin than the relay's own.
 * Gateways are not browsers and send no `Origin`. A page whose name was made to resolve to the
 * loopback address (DNS rebinding) has an origin equal to its `Host`, so there only an address or
 * `localhost` counts as the relay's own name.
 */
export function isCrossSite({ headers, socket }: IncomingMessage): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return false;
  if (host === undefined || !URL.canParse(origin)) return true;
  const page = new URL(origin);
  if (page.host !== host.toLowerCase()) return true;
  return isLoopback(socket.localAddress ?? "") && !isLocalName(page.hostname);
}

const isLocalName = (name: string) =>
  name === "localhost" || isIP(name.replace(/^\[|\]$/g, "")) !== 0;

function isLoopback(address: string): boolean {
  const plain = plainAddress(address);
  return plain === "::1" || plain.startsWith("127.");
}

/** Returns an address without the prefix that IPv6 sockets put before IPv4 addresses. */
export const plainAddress = (address: string): string =>
  address.replace(/^::ffff:(?=[0-9.]+$)/, "");
