/** Defines the content of LevelDB's files: writes to keys. */

/** One write to a key. The one with the highest sequence is valid. */
export interface Entry {
  readonly key: Uint8Array;
  readonly sequence: bigint;
  /** The value; undefined if the key was deleted. */
  readonly value: Uint8Array | undefined;
}

/** Is thrown for malformed bytes. Readers of files catch it and continue behind them. */
export class MalformedBytes extends RangeError {}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** Reads an unsigned 4-byte little-endian integer. */
export const uint32At = (bytes: Uint8Array, at: number): number =>
  viewOf(bytes).getUint32(at, true);

/** Reads an unsigned 8-byte little-endian integer. */
export const uint64At = (bytes: Uint8Array, at: number): bigint =>
  viewOf(bytes).getBigUint64(at, true);
