/**
 * How a gateway proves who it is: the address it comes from, and a signature over its post and the
 * time. Both, where both are asked for.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import type { Records } from "../records/records.js";
import { plainAddress } from "./origin.js";
import type { GatewayAuth } from "./server.js";

export const timestampHeader = "x-ussd-timestamp";
export const signatureHeader = "x-ussd-signature";

export interface ProofOptions {
  /** Undefined: every address. */
  readonly allowed: BlockList | undefined;
  /** Undefined: no signature is asked for. */
  readonly signing: SigningOptions | undefined;
}

export interface SigningOptions {
  readonly secret: string;
  /** Milliseconds a timestamp may be away from now. */
  readonly windowMs: number;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** @returns false when the signature was used before, within that many milliseconds. */
  readonly isNew: (signature: string, keptMs: number) => Promise<boolean>;
}

/** The settings by which a gateway proves who it is. */
export interface GatewayProof {
  /** Undefined: every address may post. */
  readonly allowed: BlockList | undefined;
  /** Undefined: posts are not signed. */
  readonly secret: string | undefined;
  /** Milliseconds a timestamp may be away from now. */
  readonly windowMs: number;
}

/**
 * @param text addresses and blocks in CIDR form, with commas between.
 * @returns undefined when one is neither.
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

/** What a gateway signs: hex of HMAC-SHA-256 over the Unix time in seconds, a point and the body. */
export const signPost = (secret: string, timestamp: string, body: string): string =>
  createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");

/**
 * Returns what a relay asks of its gateway.
 * @param records keep the signatures that were used, past the end of the process.
 * @param now Unix milliseconds.
 */
export function proofOf(
  { allowed, secret, windowMs }: GatewayProof,
  records: Pick<Records, "useOnce">,
  now: () => number,
): GatewayAuth {
  const isNew = (signature: string, keptMs: number) => records.useOnce(signature, keptMs);
  const signing = secret === undefined ? undefined : { secret, windowMs, now, isNew };
  return createProof({ allowed, signing });
}

export function createProof({ allowed, signing }: ProofOptions): GatewayAuth {
  return {
    mayPost: (address) => allowed === undefined || isAllowed(allowed, plainAddress(address)),
    isProven: (request, body) => signing === undefined || isSigned(signing, request, body),
  };
}

function isAllowed(allowed: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && allowed.check(address, family === 4 ? "ipv4" : "ipv6");
}

/** Its time is looked at before the signature is remembered, so that what is kept has an end. */
async function isSigned(
  { secret, windowMs, now, isNew }: SigningOptions,
  { headers }: IncomingMessage,
  body: string,
): Promise<boolean> {
  const timestamp = headers[timestampHeader];
  const signature = headers[signatureHeader];
  if (typeof timestamp !== "string" || typeof signature !== "string") return false;
  if (!/^[0-9]{1,12}$/.test(timestamp) || !/^[0-9a-f]{64}$/.test(signature)) return false;
  const expected = Buffer.from(signPost(secret, timestamp, body), "hex");
  if (!timingSafeEqual(expected, Buffer.from(signature, "hex"))) return false;
  if (Math.abs(Number(timestamp) * 1000 - now()) > windowMs) return false;
  return isNew(signature, 2 * windowMs);
}
