/**
 * The block header and its encodings: RLP lists whose first sixteen fields are common (RSKIP-92,
 * RSKIP-110). The forms and their uses:
 *
 * - full: every field. Stored on disk, counted in `size`, listed as an uncle.
 * - for hash: full without Merkle proof and coinbase. Its keccak-256 is the block hash.
 * - for work: for hash without the Bitcoin header. Its keccak-256 is the beginning of the hash for
 * merged mining.
 *
 * Headers with an extension (RSKIP-351) exist on public networks only, and are decoded to be
 * verified: their two hashed forms contain a digest of the extension in place of the bloom.
 */
import type { Address, BlockHash, Bytes, Hash32, StateRoot } from "../bytes/brands.js";
import { emptyBytes, fromBigInt } from "../bytes/bytes.js";
import { keccak256 } from "../bytes/hash.js";
import { encodeRlp } from "../rlp/rlp-list.js";

/** A header before its proof of work. Wei and gas are bigint, counts and seconds number. */
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
  /** Unix seconds, at most `timestampMax`. */
  readonly timestamp: number;
  /** At most 32 bytes. */
  readonly extraData: Bytes;
  readonly paidFees: bigint;
  readonly minimumGasPrice: bigint;
  readonly uncleCount: number;
  /** Is absent in the 19-field form of old headers, and otherwise empty. */
  readonly ummRoot?: Bytes;
  /** Is never set on chains that this node mines. */
  readonly extension?: HeaderExtension;
}

/**
 * The fields that RSKIP-351 removes from the hashed forms; version 2 adds `baseEvent` (RSKIP-535).
 */
export type HeaderExtension =
  | { readonly version: 1; readonly edges: Bytes }
  | { readonly version: 2; readonly edges: Bytes; readonly baseEvent: Bytes };

/** A header with its merged-mining proof. The genesis header has three empty fields. */
export interface Header extends UnsealedHeader {
  /** The Bitcoin header, 80 bytes. */
  readonly bitcoinMergedMiningHeader: Bytes;
  /** Sibling hashes bottom-up, 32 bytes each in display order (RSKIP-92). */
  readonly bitcoinMergedMiningMerkleProof: Bytes;
  /** The 40-byte SHA-256 midstate and the tail of the coinbase transaction. */
  readonly bitcoinMergedMiningCoinbaseTransaction: Bytes;
}

/** A type whose members can be assigned while an object is created. */
export type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** The proof that sealing adds to a header. */
export type HeaderProof = Omit<Header, keyof UnsealedHeader>;

/**
 * Returns a header with its proof. Fields are listed explicitly: spreading another object, as in
 * `...header`, takes forty times as long, and chains create millions of headers.
 */
export function sealedHeader(header: UnsealedHeader, proof: HeaderProof): Header {
  const sealed: Writable<Header> = {
    parentHash: header.parentHash,
    unclesHash: header.unclesHash,
    coinbase: header.coinbase,
    stateRoot: header.stateRoot,
    transactionsRoot: header.transactionsRoot,
    receiptsRoot: header.receiptsRoot,
    logsBloom: header.logsBloom,
    difficulty: header.difficulty,
    number: header.number,
    gasLimit: header.gasLimit,
    gasUsed: header.gasUsed,
    timestamp: header.timestamp,
    extraData: header.extraData,
    paidFees: header.paidFees,
    minimumGasPrice: header.minimumGasPrice,
    uncleCount: header.uncleCount,
    bitcoinMergedMiningHeader: proof.bitcoinMergedMiningHeader,
    bitcoinMergedMiningMerkleProof: proof.bitcoinMergedMiningMerkleProof,
    bitcoinMergedMiningCoinbaseTransaction: proof.bitcoinMergedMiningCoinbaseTransaction,
  };
  if (header.ummRoot !== undefined) sealed.ummRoot = header.ummRoot;
  if (header.extension !== undefined) sealed.extension = header.extension;
  return sealed;
}

/**
 * Encodes a two's-complement big-endian integer: with a leading zero byte if the top bit is set,
 * zero as one zero byte.
 */
export function toSignedBytes(value: bigint): Uint8Array {
  const bytes = fromBigInt(value);
  if (bytes.length > 0 && (bytes[0] as number) < 0x80) return bytes;
  const out = new Uint8Array(bytes.length + 1);
  out.set(bytes, 1);
  return out;
}

/** Encodes the extension's version and digest as RLP, in place of the bloom. */
function extensionSummary(logsBloom: Bytes, extension: HeaderExtension): Uint8Array {
  const { version, edges } = extension;
  const bloomHash = keccak256(logsBloom);
  const hashed = version === 1 ? [bloomHash, edges] : [bloomHash, extension.baseEvent, edges];
  return encodeRlp([fromBigInt(version), keccak256(encodeRlp(hashed))]);
}

/** Returns the sixteen common fields, and `ummRoot` if it is present. */
function commonFields(h: UnsealedHeader, bloom: Bytes): Uint8Array[] {
  const fields = [
    h.parentHash,
    h.unclesHash,
    h.coinbase,
    h.stateRoot,
    h.transactionsRoot,
    h.receiptsRoot,
    bloom,
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

function workFields(h: UnsealedHeader): Uint8Array[] {
  const { logsBloom, extension } = h;
  return commonFields(h, extension ? extensionSummary(logsBloom, extension) : logsBloom);
}

function extensionFields(extension: HeaderExtension | undefined): Uint8Array[] {
  if (extension === undefined) return [];
  const { version, edges } = extension;
  const fields = [fromBigInt(version), edges];
  return version === 1 ? fields : [...fields, extension.baseEvent];
}

/**
 * Encodes the fields for work: 17, or 16 without `ummRoot`. The hash for merged mining begins with
 * their keccak-256.
 */
export function encodeHeaderForWork(header: UnsealedHeader): Uint8Array {
  return encodeRlp(workFields(header));
}

/** Encodes the fields whose keccak-256 is the block hash: 18, or 17 without `ummRoot`. */
export function encodeHeaderForHash(header: Header): Uint8Array {
  return encodeRlp([...workFields(header), header.bitcoinMergedMiningHeader]);
}

/** Returns every field in order, as an item of an RLP list of uncles. */
export function headerFields(header: Header): Uint8Array[] {
  return [
    ...commonFields(header, header.logsBloom),
    ...extensionFields(header.extension),
    header.bitcoinMergedMiningHeader,
    header.bitcoinMergedMiningMerkleProof,
    header.bitcoinMergedMiningCoinbaseTransaction,
  ];
}

/** Encodes the full form: 20 fields, 19 without `ummRoot`, 22 or 23 with an extension. */
export function encodeHeader(header: Header): Uint8Array {
  return encodeRlp(headerFields(header));
}

/** Computes the block hash: keccak-256 of the form for hash. */
export function hashHeader(header: Header): BlockHash {
  return keccak256(encodeHeaderForHash(header));
}

/** The three merged-mining fields of a block without a proof. */
export const unsealedProof = {
  bitcoinMergedMiningHeader: emptyBytes,
  bitcoinMergedMiningMerkleProof: emptyBytes,
  bitcoinMergedMiningCoinbaseTransaction: emptyBytes,
} as const;
