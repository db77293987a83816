/** For tests: creates Bitcoin blocks with only a tagged coinbase, from plain bytes. */
import { createHash } from "node:crypto";
import type { OfferedWork } from "@tandem/primitives";
import { concat } from "@tandem/primitives";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
const doubleSha256 = (bytes: Uint8Array) => sha256(sha256(bytes));

export interface LoneBlock {
  /** 80 bytes. */
  readonly header: Uint8Array;
  readonly coinbase: Uint8Array;
  /** The header, a count of one, and the coinbase. */
  readonly block: Uint8Array;
  /** Transaction id of the coinbase: 32 bytes, as hashed. */
  readonly id: Uint8Array;
}

export interface LoneOptions {
  /** Text in the coinbase, so that two miners find different blocks. */
  readonly name?: string;
  /** Unix seconds of the Bitcoin header. */
  readonly time?: number;
  /** Whether the proof of work must not hold. */
  readonly isIdle?: boolean;
}

function coinbaseOf(hashForMergedMining: Uint8Array, name: string): Uint8Array {
  const text = Buffer.from(name);
  const script = Buffer.concat([Buffer.from([0x51, text.length]), text]);
  const tag = Buffer.concat([Buffer.from("RSKBLOCK:"), hashForMergedMining]);
  return Buffer.concat([
    Buffer.from("0200000001", "hex"),
    Buffer.alloc(32),
    Buffer.from("ffffffff", "hex"),
    Buffer.from([script.length]),
    script,
    Buffer.from("ffffffff01", "hex"),
    Buffer.alloc(8),
    Buffer.from([2 + tag.length, 0x6a, tag.length]),
    tag,
    Buffer.alloc(4),
  ]);
}

/** Tries nonces until the target is met, or until it is missed if `isIdle` is set. */
export function findLoneBlock(work: OfferedWork, options: LoneOptions = {}): LoneBlock {
  const { name = "lone", time = work.timestamp % 2 ** 32, isIdle = false } = options;
  const coinbase = coinbaseOf(work.hashForMergedMining, name);
  const id = doubleSha256(coinbase);
  const header = Buffer.alloc(80);
  header.writeInt32LE(2, 0);
  header.set(id, 36);
  header.writeUInt32LE(time, 68);
  header.writeUInt32LE(0x207fffff, 72);
  for (let nonce = 0; ; nonce++) {
    header.writeUInt32LE(nonce, 76);
    const value = BigInt(`0x${Buffer.from(doubleSha256(header)).reverse().toString("hex")}`);
    if (value <= work.target !== isIdle) break;
  }
  return { header, coinbase, block: concat(header, Uint8Array.of(1), coinbase), id };
}
