/** The 80 bytes of a Bitcoin block header. */
import * as P from "micro-packed";
import { FieldWriter } from "./field-writer.js";
import { doubleSha256, type InternalHash } from "./hash.js";

export const headerBytes = 80;

export interface BitcoinHeader {
  /** Signed 32 bits. */
  readonly version: number;
  readonly previousHash: InternalHash;
  readonly merkleRoot: InternalHash;
  /** Unix seconds, unsigned 32 bits. */
  readonly time: number;
  /** The target in compact form. */
  readonly bits: number;
  readonly nonce: number;
}

const coder = P.struct({
  version: P.I32LE,
  previousHash: P.bytes(32),
  merkleRoot: P.bytes(32),
  time: P.U32LE,
  bits: P.U32LE,
  nonce: P.U32LE,
});

/** Encodes the header as 80 bytes. @throws {Error} when a field is out of its range. */
export function encodeBitcoinHeader(header: BitcoinHeader): Uint8Array {
  const writer = new FieldWriter(headerBytes);
  writer.int32(header.version);
  writer.hash(header.previousHash);
  writer.hash(header.merkleRoot);
  writer.uint32(header.time);
  writer.uint32(header.bits);
  writer.uint32(header.nonce);
  return writer.bytes;
}

/** @throws {Error} when there are not exactly 80 bytes. */
export function decodeBitcoinHeader(bytes: Uint8Array): BitcoinHeader {
  return coder.decode(bytes);
}

/** Computes the header's hash, which is compared with the target and named by the next header. */
export function hashBitcoinHeader(bytes: Uint8Array): InternalHash {
  return doubleSha256(bytes);
}
