/** Recovers senders and hashes of transactions in the worker thread, with which it exchanges plain bytes. */
import type { Address, Bytes, TxHash } from "../bytes/brands.js";
import { toBigInt } from "../bytes/bytes.js";
import { keccak256 } from "../bytes/hash.js";
import { publicKeyToAddress, recoverPublicKey } from "../signing/signature.js";
import { ask } from "../worker/hashing-thread.js";
import { packItems } from "../worker/packed-items.js";
import { partsOf, signingHash } from "./signing-hash.js";

/** The sender and hash of a transaction. */
export interface Recovered {
  readonly sender: Address;
  readonly hash: TxHash;
}

const addressLength = 20;
const hashLength = 32;
/** The length of a result: whether there is a sender, its address, and the hash. */
const answerLength = 1 + addressLength + hashLength;

/** Recovers a sender, in the worker thread. @throws when the signature is invalid. */
function senderOf(raw: Uint8Array): Address {
  const parts = partsOf(raw);
  const v = toBigInt(parts.v);
  const isLegacy = parts.type === undefined;
  // EIP-155: 35 + 2 × chain id + parity; before it 27 + parity.
  const boundTo = isLegacy && v >= 35n ? (v - 35n) / 2n : undefined;
  const parity = Number(isLegacy ? (v + 1n) % 2n : v);
  const key = recoverPublicKey(signingHash(parts, boundTo), parity, parts.r, parts.s);
  return publicKeyToAddress(key);
}

/**
 * Recovers senders and hashes, in the worker thread. @param raws transactions that were decoded
 * before, so that they are valid.
 */
export function answerSenders(raws: readonly Bytes[]): Uint8Array<ArrayBuffer> {
  const answer = new Uint8Array(raws.length * answerLength);
  for (const [i, raw] of raws.entries()) {
    const at = i * answerLength;
    answer.set(keccak256(raw), at + 1 + addressLength);
    try {
      answer.set(senderOf(raw), at + 1);
      answer[at] = 1;
    } catch {
      // The zero marks that no point was recovered.
    }
  }
  return answer;
}

/** The number of transactions from which the worker thread is worth its overhead for senders. */
export const recoveredTogetherMin = 4;

/**
 * Recovers senders and hashes of decoded transactions, in order; undefined for an invalid
 * signature.
 * @returns undefined when the thread is overloaded, or ended.
 */
export async function recoverSenders(
  raws: readonly Bytes[],
): Promise<readonly (Recovered | undefined)[] | undefined> {
  const answer = await ask("senders", packItems(raws));
  return answer && raws.map((_, i) => recoveredAt(answer, i));
}

/** Returns sender and hash of one transaction as views of the answer. */
function recoveredAt(answer: Uint8Array, i: number): Recovered | undefined {
  const at = i * answerLength;
  if (answer[at] !== 1) return undefined;
  const hashAt = at + 1 + addressLength;
  return {
    sender: answer.subarray(at + 1, hashAt),
    hash: answer.subarray(hashAt, hashAt + hashLength),
  };
}
