/** What the signature of a transaction signs, read off its own bytes (EIP-155, EIP-2718). */
import { fromBigInt } from "./bytes.js";
import { keccak256 } from "./hash.js";
import { RlpCursor } from "./rlp-cursor.js";
import { encodeString, listOf } from "./rlp-list.js";

/** Two empty strings. */
const noSignature = Uint8Array.of(0x80, 0x80);

/**
 * Nothing is decoded and encoded again: what was signed is the list without its last three items.
 * @param raw a signed transaction that was decoded, so that it is known to be one.
 * @param boundTo the chain id a legacy transaction is bound to, if it is to one.
 * @returns 32 bytes.
 */
export function signingHash(raw: Uint8Array, boundTo: bigint | undefined): Uint8Array {
  const typeBytes = (raw[0] as number) < 0xc0 ? 1 : 0;
  const cursor = new RlpCursor(raw, typeBytes);
  const listEnd = cursor.enter();
  const from = cursor.start;
  const ends: number[] = [];
  while (cursor.isBefore(listEnd)) {
    cursor.pass();
    ends.push(cursor.end);
  }
  const fields = [raw.subarray(from, ends.at(-4))];
  if (boundTo !== undefined) fields.push(encodeString(fromBigInt(boundTo)), noSignature);
  const list = listOf(fields);
  if (typeBytes === 0) return keccak256(list);
  const signed = new Uint8Array(1 + list.length);
  signed[0] = raw[0] as number;
  signed.set(list, 1);
  return keccak256(signed);
}
