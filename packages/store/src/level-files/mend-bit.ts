/**
 * Repairs a single changed bit, whose position follows from the difference of the checksums.
 * Failing disks and memory most often change single bits, so such blocks can be read.
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
 * Repairs a block. @param bytes of a block. @param stored the masked checksum behind it.
 * @returns the block with the bit restored, or undefined if more than one bit differs.
 */
export function mendBit(
  bytes: Uint8Array,
  stored: number,
  checksum: Checksum,
): Uint8Array | undefined {
  const found = checksum(bytes);
  for (let bit = 0; bit < 32; bit++) {
    // The changed bit is in the checksum itself.
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
 * Finds the bit. The checksum is linear: the effect of a bit depends only on the number of bytes
 * that follow.
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
 * Finds the end of a block that is followed by its checksum.
 * @param from its first byte. @param lengthMax its maximum length in bytes, including its type.
 * @returns the position of the checksum, or undefined if no length matches.
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
