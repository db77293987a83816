/** Reads LevelDB's numbers and byte strings in sequence. */
export class BytesReader {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length;
  }

  /** Decodes a varint: seven bits per byte, low bits first. @throws {RangeError} behind the end. */
  varint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#bytes[this.at++];
      if (byte === undefined) throw new RangeError("a number goes beyond the end");
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  /** Reads bytes. @throws {RangeError} behind the end. */
  bytes(length: number): Uint8Array {
    const end = this.at + length;
    if (end > this.#bytes.length) throw new RangeError("bytes go beyond the end");
    const found = this.#bytes.subarray(this.at, end);
    this.at = end;
    return found;
  }

  /** Returns bytes preceded by their length. */
  slice(): Uint8Array {
    return this.bytes(this.varint());
  }
}
