/**
 * Computes CRC-32C (Castagnoli) in its masked form, LevelDB's checksum of every block of its files.
 */
import { loadOnce } from "@tandem/runtime";
import { createCRC32 } from "hash-wasm";
import { loadHasher } from "../load-hasher.js";

/** The polynomial in reversed bit order. */
export const polynomial = 0x82f63b78;
/**
 * The constant added to a rotated checksum: a checksum of bytes that contain checksums would be
 * weak.
 */
export const maskDelta = 0xa282ead8;

/** Returns the masked checksum of bytes, as an unsigned number. */
export type Checksum = (bytes: Uint8Array) => number;

const hasher = loadOnce(() => loadHasher(() => createCRC32(polynomial)));

/** Compiles the checksum, once. */
export async function loadChecksum(): Promise<Checksum> {
  const compiled = await hasher();
  return (bytes) => {
    const digest = compiled.init().update(bytes).digest("binary");
    const crc = new DataView(digest.buffer, digest.byteOffset).getUint32(0);
    return (((crc >>> 15) | (crc << 17)) + maskDelta) >>> 0;
  };
}
