/**
 * A single changed bit leaves a checksum that differs by a value which tells its place. Disks and memory
 * that fail change single bits more often than anything else, so such a block is read all the same.
 */
import { type Checksum, maskDelta, polynomial } from "./crc32c.js";

let effectsKnown: Uint32Array | undefined;
/** Returns the effect of each byte on the checksum when it is shifted in. */
const effectsOfBytes = () => {
  effectsKnown ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) {
      value = (value & 1) === 1 ? polynomial ^ (value >>> 1) : value >>> 1;
    }
    return value;
  });
  return effectsKnown;
};

const masked = (crc: number) => (((crc >>> 15) | (crc << 17)) + maskDelta) >>> 0;

function unmasked(value: number): number {
  const rotated = (value - maskDelta) >>> 0;
  return ((rotated >>> 17) | (rotated << 15)) >>> 0;
}

/**
 * @param bytes of a block. @param stored the masked checksum that stands behind it.
 * @returns the block with the one bit as it was, or undefined where more than a bit differs.
 */
export function mendBit(
  bytes: Uint8Array,
  stored: number,
  checksum: Checksum,
): Uint8Array | undefined {
  const found = checksum(bytes);
  for (let bit = 0; bit < 32; bit++) {
    // The bit that changed is one of the checksum itself.
    if ((stored ^ (1 << bit)) >>> 0 === found) return bytes;
  }
  const difference = (unmasked(found) ^ unmasked(stored)) >>> 0;
  const place = placeOf(difference, bytes.length);
  if (place === undefined) return undefined;
  const mended = bytes.slice();
  mended[place.at] = (mended[place.at] as number) ^ (1 << place.bit);
  return mended;
}

/**
 * Finds the bit. The checksum is linear: the effect of a bit depends on how many bytes follow, not
 * on which.
 */
function placeOf(difference: number, length: number) {
  const effects = effectsOfBytes();
  const ofBits = Uint32Array.from({ length: 8 }, (_, bit) => effects[1 << bit] as number);
  for (let at = length - 1; at >= 0; at--) {
    for (let bit = 0; bit < 8; bit++) {
      const effect = ofBits[bit] as number;
      if (effect === difference) return { at, bit };
      ofBits[bit] = (effects[effect & 255] as number) ^ (effect >>> 8);
    }
  }
  return undefined;
}

/**
 * Finds where a block ends that has its checksum behind it.
 * @param from its first byte. @param lengthMax bytes it may have at most, its type included.
 * @returns the position of the checksum, or undefined where no length fits.
 */
export function findChecksum(
  bytes: Uint8Array,
  from: number,
  lengthMax: number,
): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const last = Math.min(bytes.length - 4, from + lengthMax);
  const effects = effectsOfBytes();
  let crc = 0xffffffff;
  for (let at = from; at < last; at++) {
    crc = (effects[(crc ^ (bytes[at] as number)) & 255] as number) ^ (crc >>> 8);
    if (view.getUint32(at + 1, true) === masked(~crc >>> 0)) return at + 1;
  }
  return undefined;
}
