/** Encodes, decodes and hashes the 80-byte header of a Bitcoin block. */
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
const [previousHashAt, merkleRootAt, timeAt, bitsAt, nonceAt] = [4, 36, 68, 72, 76];

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
