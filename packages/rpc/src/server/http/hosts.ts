/**
 * Checks the Host header where a node is bound to loopback. A web page can let its own name point
 * at 127.0.0.1 (DNS rebinding) and would then count as of the node's own origin; the name it was
 * reached by is what tells it from a client on this machine.
 */
import { isIP } from "node:net";

/** Whether a request with this Host header may be answered. */
export type HostCheck = (host: string) => boolean;

/** Returns the name in a Host header, without port, brackets and the dot of a root. */
function nameIn(host: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(host);
  const name = bracketed?.[1] ?? host.replace(/:\d*$/, "");
  return name.toLowerCase().replace(/\.$/, "");
}

const isLocalName = (name: string): boolean =>
  name === "localhost" || name.endsWith(".localhost") || name === "";

const isLoopback = (address: string): boolean =>
  isLocalName(address.toLowerCase()) || /^127\./.test(address) || /^(0*:)*0*1$/.test(address);

/**
 * Returns the check of a node's Host headers: addresses, localhost and the names given pass. A node
 * that is not bound to loopback answers under every name, unless names are given.
 * @param boundTo address the node listens on.
 * @param names further names a request may be sent to.
 */
export function hostCheckFor(boundTo: string, names: readonly string[]): HostCheck {
  if (!isLoopback(boundTo) && names.length === 0) return () => true;
  const allowed = new Set(names.map((name) => name.toLowerCase()));
  let last = "";
  return (host) => {
    // Nearly all requests come to the name of the request before.
    if (host === last) return true;
    const name = nameIn(host);
    const isAllowed = isIP(name) !== 0 || isLocalName(name) || allowed.has(name);
    if (isAllowed) last = host;
    return isAllowed;
  };
}
