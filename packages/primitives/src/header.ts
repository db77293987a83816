/**
 * The block header and its encodings: RLP lists whose first sixteen fields are common
 * (RSKIP-92, RSKIP-110). Which form is hashed for what:
 *
 * - full: every field. Kept on disk, counted in `size`, listed as an uncle.
 * - for hash: full less proof and coinbase. Its keccak-256 is the block hash.
 * - for work: for hash less the Bitcoin header. Its keccak-256 begins the hash for merged mining.
 */
import { RLP } from "@ethereumjs/rlp";
import type { Address, BlockHash, Bytes, Hash32, StateRoot } from "./brands.js";
import { emptyBytes, fromBigInt, toBigInt, toNumber } from "./bytes.js";
import { keccak256 } from "./hash.js";

/** A header before work was done for it. Wei and gas are bigint, counts and seconds number. */
export interface UnsealedHeader {
  readonly parentHash: BlockHash;
  readonly unclesHash: Hash32;
  readonly coinbase: Address;
  readonly stateRoot: StateRoot;
  readonly transactionsRoot: Hash32;
  readonly receiptsRoot: Hash32;
  /** 256 bytes. */
  readonly logsBloom: Bytes;
  readonly difficulty: bigint;
  readonly number: number;
  readonly gasLimit: bigint;
  readonly gasUsed: bigint;
  /** Unix seconds. */
  readonly timestamp: number;
  /** At most 32 bytes. */
  readonly extraData: Bytes;
  readonly paidFees: bigint;
  readonly minimumGasPrice: bigint;
  readonly uncleCount: number;
  /** Absent in the 19-field form of old headers; empty everywhere else. */
  readonly ummRoot?: Bytes;
}

/** A header with its merged-mining proof. The genesis header carries three empty fields. */
export interface Header extends UnsealedHeader {
  /** 80 bytes of Bitcoin header. */
  readonly bitcoinMergedMiningHeader: Bytes;
  /** Sibling hashes bottom-up, 32 bytes each in display order (RSKIP-92). */
  readonly bitcoinMergedMiningMerkleProof: Bytes;
  /** 40-byte SHA-256 midstate and the tail of the coinbase transaction. */
  readonly bitcoinMergedMiningCoinbaseTransaction: Bytes;
}

/** Two's-complement big-endian: a leading zero byte where the top bit is set, zero is one zero byte. */
export function toSignedBytes(value: bigint): Uint8Array {
  const bytes = fromBigInt(value);
  if (bytes.length > 0 && (bytes[0] as number) < 0x80) return bytes;
  const out = new Uint8Array(bytes.length + 1);
  out.set(bytes, 1);
  return out;
}

function workFields(h: UnsealedHeader): Uint8Array[] {
  const fields = [
    h.parentHash,
    h.unclesHash,
    h.coinbase,
    h.stateRoot,
    h.transactionsRoot,
    h.receiptsRoot,
    h.logsBloom,
    toSignedBytes(h.difficulty),
    fromBigInt(h.number),
    toSignedBytes(h.gasLimit),
    fromBigInt(h.gasUsed),
    fromBigInt(h.timestamp),
    h.extraData,
    fromBigInt(h.paidFees),
    toSignedBytes(h.minimumGasPrice),
    fromBigInt(h.uncleCount),
  ];
  return h.ummRoot === undefined ? fields : [...fields, h.ummRoot];
}

/** The fields whose keccak-256 begins the hash for merged mining: 17, or 16 without `ummRoot`. */
export function encodeHeaderForWork(header: UnsealedHeader): Uint8Array {
  return RLP.encode(workFields(header));
}

/** The fields whose keccak-256 is the block hash: 18, or 17 without `ummRoot`. */
export function encodeHeaderForHash(header: Header): Uint8Array {
  return RLP.encode([...workFields(header), header.bitcoinMergedMiningHeader]);
}

/** Every field in order, ready to stand in an RLP list of uncles. */
export function headerFields(header: Header): Uint8Array[] {
  return [
    ...workFields(header),
    header.bitcoinMergedMiningHeader,
    header.bitcoinMergedMiningMerkleProof,
    header.bitcoinMergedMiningCoinbaseTransaction,
  ];
}

export function encodeHeader(header: Header): Uint8Array {
  return RLP.encode(headerFields(header));
}

export function hashHeader(header: Header): BlockHash {
  return keccak256(encodeHeaderForHash(header));
}

/** Lengths every header field must have; the rest are integers or free. */
const fixedLengths: readonly (readonly [number, string, number])[] = [
  [0, "parentHash", 32],
  [1, "unclesHash", 32],
  [2, "coinbase", 20],
  [3, "stateRoot", 32],
  [4, "transactionsRoot", 32],
  [5, "receiptsRoot", 32],
  [6, "logsBloom", 256],
];

/**
 * A header from its fields: 20, or 19 without `ummRoot`.
 * @throws {TypeError} when a field has the wrong length, or an integer is not in its one legal form.
 */
export function headerFromFields(fields: readonly Uint8Array[]): Header {
  if (fields.length !== 19 && fields.length !== 20) {
    throw new TypeError(`a header has 19 or 20 fields, this has ${fields.length}`);
  }
  for (const [i, name, length] of fixedLengths) {
    const found = fields[i]?.length;
    if (found !== length) throw new TypeError(`${name} has ${found} bytes, expected ${length}`);
  }
  const f = (i: number) => fields[i] as Uint8Array;
  const last = fields.length;
  const header: Header = {
    parentHash: f(0),
    unclesHash: f(1),
    coinbase: f(2),
    stateRoot: f(3),
    transactionsRoot: f(4),
    receiptsRoot: f(5),
    logsBloom: f(6),
    difficulty: toBigInt(f(7)),
    number: toNumber(f(8)),
    gasLimit: toBigInt(f(9)),
    gasUsed: toBigInt(f(10)),
    timestamp: toNumber(f(11)),
    extraData: f(12),
    paidFees: toBigInt(f(13)),
    minimumGasPrice: toBigInt(f(14)),
    uncleCount: toNumber(f(15)),
    ...(last === 20 ? { ummRoot: f(16) } : {}),
    bitcoinMergedMiningHeader: f(last - 3),
    bitcoinMergedMiningMerkleProof: f(last - 2),
    bitcoinMergedMiningCoinbaseTransaction: f(last - 1),
  };
  assertCanonicalIntegers(header, fields);
  return header;
}

const integerFields = [
  [7, "difficulty"],
  [8, "number"],
  [9, "gasLimit"],
  [10, "gasUsed"],
  [11, "timestamp"],
  [13, "paidFees"],
  [14, "minimumGasPrice"],
  [15, "uncleCount"],
] as const;

/** Two encodings of one number would give one block two hashes, so only one is legal. */
function assertCanonicalIntegers(header: Header, fields: readonly Uint8Array[]): void {
  const expected = workFields(header);
  for (const [i, name] of integerFields) {
    if (Buffer.compare(expected[i] as Uint8Array, fields[i] as Uint8Array) !== 0) {
      throw new TypeError(`${name} is not in its canonical form`);
    }
  }
}

/** @throws {TypeError} when the bytes are not the RLP list of a header. */
export function decodeHeader(bytes: Uint8Array): Header {
  const fields = RLP.decode(bytes);
  if (!Array.isArray(fields) || fields.some((field) => Array.isArray(field))) {
    throw new TypeError("a header is an RLP list of byte strings");
  }
  return headerFromFields(fields as Uint8Array[]);
}

/** The three merged-mining fields as a block without a proof has them. */
export const unsealedProof = {
  bitcoinMergedMiningHeader: emptyBytes,
  bitcoinMergedMiningMerkleProof: emptyBytes,
  bitcoinMergedMiningCoinbaseTransaction: emptyBytes,
} as const;
