/** Authenticates gateways by their address, by a signature over the time and the post, or by both. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { BlockList, isIP } from "node:net";
import type { Records } from "../records/records.js";
import { plainAddress } from "./origin.js";
import type { GatewayAuth } from "./server.js";

const timestampHeader = "x-ussd-timestamp";
const signatureHeader = "x-ussd-signature";

/** The settings of gateway authentication. */
export interface GatewayProof {
  /** Undefined: every address may post. */
  readonly allowed: BlockList | undefined;
  /** Undefined: posts are not signed. */
  readonly secret: string | undefined;
  /** Maximum difference between a timestamp and now, in milliseconds. */
  readonly windowMs: number;
}

/**
 * Parses addresses and CIDR blocks, separated by commas.
 * @returns undefined when one of them is invalid.
 */
export function readAddressBlocks(text: string): BlockList | undefined {
  const list = new BlockList();
  for (const part of text.split(",").map((one) => one.trim())) {
    const [address = "", prefix] = part.split("/");
    const family = isIP(address);
    const bitsMax = family === 4 ? 32 : 128;
    const bits = prefix === undefined ? bitsMax : Number(prefix);
    const isRight = family !== 0 && /^[0-9]{1,3}$/.test(prefix ?? "0") && bits <= bitsMax;
    if (!isRight || part.split("/").length > 2) return undefined;
    list.addSubnet(address, bits, family === 4 ? "ipv4" : "ipv6");
  }
  return list;
}

/** Returns a post's signature: hex of HMAC-SHA-256 over the Unix time in seconds, a point and the body. */
export const signPost = (secret: string, timestamp: string, body: string): string =>
  createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");

/**
 * Returns the authentication of a relay. The time of a signature is checked before it is stored, so that it can expire.
 * @param records store the used signatures across restarts.
 * @param now Unix milliseconds.
 */
export function proofOf(
  { allowed, secret, windowMs }: GatewayProof,
  records: Pick<Records, "useOnce">,
  now: () => number,
): GatewayAuth {
  return {
    mayPost: (address) => allowed === undefined || isAllowed(allowed, plainAddress(address)),
    isProven({ headers }, body) {
      if (secret === undefined) return true;
      const { [timestampHeader]: timestamp, [signatureHeader]: signature } = headers;
      if (typeof timestamp !== "string" || typeof signature !== "string") return false;
      if (!/^[0-9]{1,12}$/.test(timestamp) || !/^[0-9a-f]{64}$/.test(signature)) return false;
      const expected = Buffer.from(signPost(secret, timestamp, body), "hex");
      if (!timingSafeEqual(expected, Buffer.from(signature, "hex"))) return false;
      if (Math.abs(Number(timestamp) * 1000 - now()) > windowMs) return false;
      return records.useOnce(signature, 2 * windowMs);
    },
  };
}

function isAllowed(allowed: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && allowed.check(address, family === 4 ? "ipv4" : "ipv6");
}
