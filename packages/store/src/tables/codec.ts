/** Encodes keys and values for storage. Encoded keys sort in the order of the keys. */
import {
  concat,
  decodeHeader,
  emptyBytes,
  encodeHeader,
  fromBigInt,
  type Header,
  type Receipt,
  restoreBody,
  restoreReceipts,
  type StoredBody,
  storeBody,
  storeReceipts,
  toBigInt,
} from "@tandem/primitives";

export interface Codec<T> {
  encode(value: T): Uint8Array;
  /** Decodes a value. @throws when the bytes were not written by `encode`. */
  decode(bytes: Uint8Array): T;
}

/** Encodes the values of a table. A codec may use the encoded key, as for a digest of both. */
export interface ValueCodec<T> {
  encode(value: T, key: Uint8Array): Uint8Array;
  /** Returns the rule that stored bytes break under their key. It does not decode them. */
  verify?(bytes: Uint8Array, key: Uint8Array): string | undefined;
  /** Decodes a value. @throws when the bytes were not written by `encode`. */
  decode(bytes: Uint8Array): T;
  /** Decodes a value that may be large, in steps. The result is that of `decode`. */
  decodeSteps?(bytes: Uint8Array): Generator<void, T>;
}

/** Stores bytes unchanged. */
export const raw: Codec<Uint8Array> = { encode: (v) => v, decode: (v) => v };

/** Returns the codec that stores bytes unchanged, and verifies them as the given one does. */
export const rawOf = ({ verify }: Pick<ValueCodec<never>, "verify">): ValueCodec<Uint8Array> =>
  verify === undefined ? raw : { ...raw, verify };

/** Encodes presence: the value is empty. */
export const nothing: Codec<true> = { encode: () => emptyBytes, decode: () => true };

/** Encodes the only key of a table with one row. */
export const only: Codec<"only"> = { encode: () => Uint8Array.of(0), decode: () => "only" };

/** The highest height that a key can have. */
export const heightMax: number = 2 ** 48 - 1;

/** A block height: 6 bytes, big-endian, so that a range of heights is a range of keys. */
export const height: Codec<number> = {
  encode(value) {
    const bytes = Buffer.alloc(6);
    bytes.writeUIntBE(value, 0, 6);
    return bytes;
  },
  decode(bytes) {
    let value = 0;
    for (let i = 0; i < 6; i++) value = value * 256 + (bytes[i] ?? 0);
    return value;
  },
};

/** A position in a block: 4 bytes, big-endian. */
const index: Codec<number> = {
  encode(value) {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  },
  decode: (bytes) => Buffer.from(bytes).readUInt32BE(0),
};

/** An unsigned integer of any size, in its shortest form. */
export const integer: Codec<bigint> = { encode: fromBigInt, decode: toBigInt };

export const header: Codec<Header> = { encode: encodeHeader, decode: decodeHeader };

export const body: Codec<StoredBody> = { encode: storeBody, decode: restoreBody };

export const receipts: ValueCodec<readonly Receipt[]> = {
  encode: storeReceipts,
  decode: restoreReceipts,
};

export interface HeightAndHash {
  readonly height: number;
  readonly hash: Uint8Array;
}

export const heightAndHash: Codec<HeightAndHash> = {
  encode: (key) => concat(height.encode(key.height), key.hash),
  decode: (bytes) => ({ height: height.decode(bytes.subarray(0, 6)), hash: bytes.slice(6) }),
};

/** The location of a transaction: the block's hash and the index in it. */
export interface Location {
  readonly blockHash: Uint8Array;
  readonly index: number;
}

export const location: Codec<Location> = {
  encode: (value) => concat(value.blockHash, index.encode(value.index)),
  decode: (bytes) => ({ blockHash: bytes.slice(0, 32), index: index.decode(bytes.subarray(32)) }),
};

/** An index key at one height. */
export interface IndexKeyAt {
  /** 13 bytes: the kind of the value, and a digest of it. */
  readonly indexKey: Uint8Array;
  readonly height: number;
}

export const indexKeyBytes = 13;

/** Encodes an index key with its height, so that all its heights are a range of keys. */
export const indexKeyAt: Codec<IndexKeyAt> = {
  encode: (key) => concat(key.indexKey, height.encode(key.height)),
  decode: (bytes) => ({
    indexKey: bytes.subarray(0, indexKeyBytes),
    height: height.decode(bytes.subarray(indexKeyBytes)),
  }),
};

/**
 * Ascending positions in a block: the differences between them, seven bits per byte, low bits
 * first.
 */
export const positions: Codec<readonly number[]> = {
  encode(values) {
    const bytes: number[] = [];
    let previous = 0;
    for (const value of values) {
      let step = value - previous;
      previous = value;
      for (; step > 127; step = Math.floor(step / 128)) bytes.push((step % 128) + 128);
      bytes.push(step);
    }
    return Uint8Array.from(bytes);
  },
  decode(bytes) {
    const values: number[] = [];
    let value = 0;
    let scale = 1;
    for (const byte of bytes) {
      value += (byte % 128) * scale;
      scale = byte > 127 ? scale * 128 : 1;
      if (byte < 128) values.push(value);
    }
    return values;
  },
};

/** Counts the positions of an encoded list: each ends in a byte without the high bit. */
export function countPositions(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte < 128) count++;
  return count;
}

export const text: Codec<string> = {
  encode: (value) => new Uint8Array(Buffer.from(value)),
  decode: (bytes) => Buffer.from(bytes).toString(),
};
