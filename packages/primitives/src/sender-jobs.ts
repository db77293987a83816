/** What the thread that recovers senders is handed, and hands back, as plain bytes. */
import { publicKeyToAddress, recoverPublicKey } from "./signature.js";

export interface SignatureJob {
  /** 32 bytes. */
  readonly messageHash: Uint8Array;
  /** 0 or 1. */
  readonly recoveryId: number;
  /** 32 bytes each. */
  readonly r: Uint8Array;
  readonly s: Uint8Array;
}

/** Recovery id, message hash, r, s. */
const jobLength = 97;
export const addressLength = 20;
/** Whether there is one, and the address. */
export const senderLength = 1 + addressLength;

export function writeJobs(jobs: readonly SignatureJob[]): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(jobs.length * jobLength);
  for (const [i, { messageHash, recoveryId, r, s }] of jobs.entries()) {
    const at = i * jobLength;
    packed[at] = recoveryId;
    packed.set(messageHash, at + 1);
    packed.set(r, at + 33);
    packed.set(s, at + 65);
  }
  return packed;
}

/** What the thread does. */
export function answerJobs(packed: Uint8Array): Uint8Array<ArrayBuffer> {
  const count = packed.length / jobLength;
  const answer = new Uint8Array(count * senderLength);
  for (let i = 0; i < count; i++) {
    const at = i * jobLength;
    const hash = packed.subarray(at + 1, at + 33);
    const r = packed.subarray(at + 33, at + 65);
    const s = packed.subarray(at + 65, at + 97);
    try {
      const key = recoverPublicKey(hash, packed[at] as number, r, s);
      answer.set(publicKeyToAddress(key), i * senderLength + 1);
      answer[i * senderLength] = 1;
    } catch {
      // Not a point of the curve: the zero says so.
    }
  }
  return answer;
}
