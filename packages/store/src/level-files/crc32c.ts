/** CRC-32C (Castagnoli), which LevelDB keeps of every block of its files, in its masked form. */
import { createCRC32, type IHasher } from "hash-wasm";

/** The polynomial in reversed bit order. */
export const polynomial = 0x82f63b78;
/** Added to a rotated checksum: one of bytes that hold checksums would be weak. */
export const maskDelta = 0xa282ead8;

/** @returns the masked checksum of some bytes, as an unsigned number. */
export type Checksum = (bytes: Uint8Array) => number;

let hasher: Promise<IHasher> | undefined;

/** Compiles the checksum, once. */
export async function loadChecksum(): Promise<Checksum> {
  hasher ??= createCRC32(polynomial);
  const compiled = await hasher;
  return (bytes) => {
    const digest = compiled.init().update(bytes).digest("binary");
    const crc = new DataView(digest.buffer, digest.byteOffset).getUint32(0);
    return (((crc >>> 15) | (crc << 17)) + maskDelta) >>> 0;
  };
}
