/** Names the network of a client, by which its connections and requests are counted. */
import { isIPv4 } from "node:net";

/**
 * The number of groups of an IPv6 address that name a network: the owner of one network has all its
 * addresses.
 */
const networkGroups = 4;
const groups = 8;
const mappedIPv4 = /^(?:0{1,4}:){5}ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/**
 * Returns an IPv4 address unchanged, and the 64-bit network of an IPv6 address (RFC 4291).
 * @param address the remote one of a socket, which has none once it is closed.
 */
export function networkOf(address = ""): string {
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
