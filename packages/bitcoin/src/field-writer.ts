/**
 * Writes the fixed fields of Bitcoin's structures, little-endian, into bytes of a known length.
 * Each mined block has its own header and coinbase, so they are written without a general encoder.
 */

const int32Min = -(2 ** 31);
const int32Max = 2 ** 31 - 1;
const uint32Max = 2 ** 32 - 1;
const uint64Max = 2n ** 64n - 1n;

/** The largest count or length that is accepted, Bitcoin's own limit. */
export const compactSizeMax = 0x02000000;

const hashBytes = 32;

function assertInteger(value: number, min: number, max: number): void {
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new RangeError(`${value} is not an integer from ${min} to ${max}`);
  }
}

/** Returns the bytes of a count or length: 1, 3 or 5. */
export const compactSizeBytes = (value: number): number =>
  value < 0xfd ? 1 : value <= 0xffff ? 3 : 5;

/** Every method throws {RangeError} when the value does not fit its field. */
export class FieldWriter {
  /** The written bytes, complete once every field was written. */
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(length: number) {
    this.bytes = new Uint8Array(length);
    this.#view = new DataView(this.bytes.buffer);
  }

  int32(value: number): void {
    assertInteger(value, int32Min, int32Max);
    this.#view.setInt32(this.#at, value, true);
    this.#at += 4;
  }

  uint32(value: number): void {
    assertInteger(value, 0, uint32Max);
    this.#view.setUint32(this.#at, value, true);
    this.#at += 4;
  }

  uint64(value: bigint): void {
    if (value < 0n || value > uint64Max) {
      throw new RangeError(`${value} is not from 0 to ${uint64Max}`);
    }
    this.#view.setBigUint64(this.#at, value, true);
    this.#at += 8;
  }

  hash(value: Uint8Array): void {
    if (value.length !== hashBytes)
      throw new RangeError(`a hash has 32 bytes, not ${value.length}`);
    this.#append(value);
  }

  /** Writes a count or length in the shortest form that fits. */
  compactSize(value: number): void {
    assertInteger(value, 0, compactSizeMax);
    const width = compactSizeBytes(value);
    if (width === 1) this.bytes[this.#at] = value;
    else {
      this.bytes[this.#at] = width === 3 ? 0xfd : 0xfe;
      if (width === 3) this.#view.setUint16(this.#at + 1, value, true);
      else this.#view.setUint32(this.#at + 1, value, true);
    }
    this.#at += width;
  }

  /** Writes a length and the bytes. */
  script(value: Uint8Array): void {
    this.compactSize(value.length);
    this.#append(value);
  }

  #append(value: Uint8Array): void {
    this.bytes.set(value, this.#at);
    this.#at += value.length;
  }
}
