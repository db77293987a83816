/**
 * Computes the digest that a transaction's signature signs, from its encoded bytes (EIP-155,
 * EIP-2718).
 */
import { concat, fromBigInt } from "../bytes/bytes.js";
import { shortLivedBytes } from "../bytes/cut-bytes.js";
import { keccak256 } from "../bytes/hash.js";
import { RlpCursor } from "../rlp/rlp-cursor.js";
import { encodeString, listOf } from "../rlp/rlp-list.js";

/** The RLP of two empty strings. */
const noSignature = Uint8Array.of(0x80, 0x80);

/**
 * The encoded items of a signed transaction without the signature, and the items of the signature.
 */
export interface SignedParts {
  readonly type: number | undefined;
  readonly signed: Uint8Array;
  readonly v: Uint8Array;
  readonly r: Uint8Array;
  readonly s: Uint8Array;
}

/**
 * Returns views of the signed parts; nothing is decoded.
 * @param raw a signed transaction that was decoded before, so that it is valid.
 */
export function partsOf(raw: Uint8Array): SignedParts {
  const type = (raw[0] as number) < 0xc0 ? raw[0] : undefined;
  const cursor = new RlpCursor(raw, type === undefined ? 0 : 1);
  const listEnd = cursor.enter();
  const from = cursor.start;
  const bounds: (readonly [start: number, end: number])[] = [];
  while (cursor.isBefore(listEnd)) {
    cursor.pass();
    bounds.push([cursor.start, cursor.end]);
  }
  const [v, r, s] = bounds.slice(-3).map(([start, end]) => raw.subarray(start, end));
  if (v === undefined || r === undefined || s === undefined) throw new Error("not signed");
  return { type, signed: raw.subarray(from, bounds.at(-4)?.[1]), v, r, s };
}

/**
 * Returns the hash of the signed message: the list without its last three items, which is not
 * encoded again.
 * @param boundTo the chain id of a legacy transaction, if it has one.
 * @returns 32 bytes.
 */
export function signingHash(
  { type, signed }: SignedParts,
  boundTo: bigint | undefined,
): Uint8Array {
  const fields = [signed];
  if (boundTo !== undefined) fields.push(encodeString(fromBigInt(boundTo)), noSignature);
  const list = listOf(fields, shortLivedBytes);
  return keccak256(type === undefined ? list : concat(Uint8Array.of(type), list));
}
