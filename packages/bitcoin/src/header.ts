/** Encodes, decodes and hashes the 80-byte header of a Bitcoin block. */
import { FieldWriter } from "./field-writer.js";
import { doubleSha256, type InternalHash } from "./hash.js";

export const headerBytes = 80;

/**
 * Returns a time as headers have it: its low 32 bits, which begin again at zero in 2106.
 * @param unixSeconds a safe integer.
 */
export const headerTimeOf = (unixSeconds: number): number => unixSeconds >>> 0;

/**
 * Returns the seconds by which the time of a header is after another time, from -2^31 to 2^31 - 1:
 * of the times with these low 32 bits, the header means the nearest.
 * @param unixSeconds a safe integer.
 */
export const secondsAfter = (headerTime: number, unixSeconds: number): number =>
  (headerTime - unixSeconds) | 0;

export interface BitcoinHeader {
  /** Signed 32 bits. */
  readonly version: number;
  readonly previousHash: InternalHash;
  readonly merkleRoot: InternalHash;
  /** The low 32 bits of Unix seconds. */
  readonly time: number;
  /** The target in compact form. */
  readonly bits: number;
  readonly nonce: number;
}

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

/** Offsets of the fields after the version. */
const previousHashAt = 4;
const merkleRootAt = 36;
const timeAt = 68;
const bitsAt = 72;
const nonceAt = 76;

/** Decodes a header. @throws {RangeError} when there are not exactly 80 bytes. */
export function decodeBitcoinHeader(bytes: Uint8Array): BitcoinHeader {
  const { buffer, byteOffset, length } = bytes;
  if (length !== headerBytes)
    throw new RangeError(`a header has ${headerBytes} bytes, not ${length}`);
  const view = new DataView(buffer, byteOffset, length);
  return {
    version: view.getInt32(0, true),
    previousHash: new Uint8Array(bytes.subarray(previousHashAt, merkleRootAt)),
    merkleRoot: new Uint8Array(bytes.subarray(merkleRootAt, timeAt)),
    time: view.getUint32(timeAt, true),
    bits: view.getUint32(bitsAt, true),
    nonce: view.getUint32(nonceAt, true),
  };
}

/** Computes the header's hash, which is compared with the target and named by the next header. */
export function hashBitcoinHeader(bytes: Uint8Array): InternalHash {
  return doubleSha256(bytes);
}
