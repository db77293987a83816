/** What the thread that recovers senders is handed, and hands back, as plain bytes. */
import type { Address, Bytes, TxHash } from "./brands.js";
import { toBigInt } from "./bytes.js";
import { keccak256 } from "./hash.js";
import { RlpCursor } from "./rlp-cursor.js";
import { publicKeyToAddress, recoverPublicKey } from "./signature.js";
import { signingHash } from "./signing-hash.js";

/** What is hashed out of the bytes of a transaction. */
export interface Recovered {
  readonly sender: Address;
  readonly hash: TxHash;
}

/** Bytes in which the length of a transaction is told. */
const lengthBytes = 4;
const addressLength = 20;
const hashLength = 32;
/** Whether there is a sender, its address, and the hash. */
const answerLength = 1 + addressLength + hashLength;

/** @param raws transactions that were decoded, so that they are known to be ones. */
export function writeJobs(raws: readonly Bytes[]): Uint8Array<ArrayBuffer> {
  const length = raws.reduce((sum, raw) => sum + lengthBytes + raw.length, 0);
  const packed = new Uint8Array(length);
  const view = new DataView(packed.buffer);
  let at = 0;
  for (const raw of raws) {
    view.setUint32(at, raw.length);
    packed.set(raw, at + lengthBytes);
    at += lengthBytes + raw.length;
  }
  return packed;
}

function readJobs(packed: Uint8Array): Uint8Array[] {
  const view = new DataView(packed.buffer, packed.byteOffset);
  const raws: Uint8Array[] = [];
  for (let at = 0; at < packed.length; ) {
    const end = at + lengthBytes + view.getUint32(at);
    raws.push(packed.subarray(at + lengthBytes, end));
    at = end;
  }
  return raws;
}

/** The last three items of a transaction. */
function signatureOf(raw: Uint8Array) {
  const cursor = new RlpCursor(raw, (raw[0] as number) < 0xc0 ? 1 : 0);
  const end = cursor.enter();
  const last: [number, number][] = [];
  while (cursor.isBefore(end)) {
    cursor.pass();
    last.push([cursor.start, cursor.end]);
  }
  const [v, r, s] = last.slice(-3).map(([from, to]) => raw.subarray(from, to));
  if (v === undefined || r === undefined || s === undefined) throw new Error("not signed");
  return { v: toBigInt(v), r, s };
}

/** @throws when the signature is nobody's. */
function senderOf(raw: Uint8Array): Address {
  const { v, r, s } = signatureOf(raw);
  const isLegacy = (raw[0] as number) >= 0xc0;
  // EIP-155: 35 + 2 × chain id + parity; before it 27 + parity.
  const boundTo = isLegacy && v >= 35n ? (v - 35n) / 2n : undefined;
  const parity = Number(isLegacy ? (v + 1n) % 2n : v);
  return publicKeyToAddress(recoverPublicKey(signingHash(raw, boundTo), parity, r, s));
}

/** What the thread does. */
export function answerJobs(packed: Uint8Array): Uint8Array<ArrayBuffer> {
  const raws = readJobs(packed);
  const answer = new Uint8Array(raws.length * answerLength);
  for (const [i, raw] of raws.entries()) {
    const at = i * answerLength;
    answer.set(keccak256(raw), at + 1 + addressLength);
    try {
      answer.set(senderOf(raw), at + 1);
      answer[at] = 1;
    } catch {
      // Not a point of the curve: the zero says so.
    }
  }
  return answer;
}

/** Sender and hash of one of those that were asked for; views of the answer. */
export function recoveredAt(answer: Uint8Array, i: number): Recovered | undefined {
  const at = i * answerLength;
  if (answer[at] !== 1) return undefined;
  const hashAt = at + 1 + addressLength;
  return {
    sender: answer.subarray(at + 1, hashAt),
    hash: answer.subarray(hashAt, hashAt + hashLength),
  };
}
