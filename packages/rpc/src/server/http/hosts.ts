/**
 * Checks the Host header of a node that is bound to loopback. A web page can resolve its own name to
 * 127.0.0.1 (DNS rebinding) and would then share the node's origin; only the Host header distinguishes
 * it from a local client.
 */
import { isIP } from "node:net";

/** Returns whether a request with this Host header is accepted. */
export type HostCheck = (host: string) => boolean;

/** Returns the name in a Host header, without port, brackets and the trailing dot. */
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
 * Returns the check for Host headers: addresses, localhost and the given names are accepted. A node
 * that is not bound to loopback accepts every name, unless names are given.
 * @param boundTo address the node listens on.
 * @param names further accepted names.
 */
export function hostCheckFor(boundTo: string, names: readonly string[]): HostCheck {
  if (!isLoopback(boundTo) && names.length === 0) return () => true;
  const allowed = new Set(names.map((name) => name.toLowerCase()));
  let last = "";
  return (host) => {
    // Nearly all requests have the same name as the previous one.
    if (host === last) return true;
    const name = nameIn(host);
    const isAllowed = isIP(name) !== 0 || isLocalName(name) || allowed.has(name);
    if (isAllowed) last = host;
    return isAllowed;
  };
}
