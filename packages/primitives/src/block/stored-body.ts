/** Encodes the body of a block for the disk: RLP `[raw transactions, senders, uncles, digest of senders]`. */
import { RLP } from "@ethereumjs/rlp";
import type { Address } from "../bytes/brands.js";
import { concat, isEqual } from "../bytes/bytes.js";
import { keccak256 } from "../bytes/hash.js";
import { RlpCursor } from "../rlp/rlp-cursor.js";
import { encodeRlp } from "../rlp/rlp-list.js";
import { commonAt } from "../spec/evm-common.js";
import type { ChainSpec } from "../spec/spec.js";
import { restoreTransaction } from "../transaction/transaction.js";
import type { Block } from "./block.js";
import { headerFromFields } from "./decode-header.js";
import { type Header, headerFields } from "./header.js";

/**
 * A body in its form on disk: its transactions are not decoded, which requires the rules of a
 * chain.
 */
export interface StoredBody {
  readonly transactions: readonly { readonly raw: Uint8Array; readonly sender: Address }[];
  readonly uncles: readonly Header[];
}

/**
 * Encodes a body. Senders are stored since recovery is slow; no root of the header commits to them,
 * so a digest of them follows, which bodies of older versions lack.
 */
export function storeBody({ transactions, uncles }: StoredBody): Uint8Array {
  const senders = transactions.map(({ sender }) => sender);
  const raws = transactions.map(({ raw }) => raw);
  return encodeRlp([raws, senders, uncles.map(headerFields), sendersDigest(senders)]);
}

/** Decodes what `storeBody` encoded. @throws {Error} for other bytes, or senders of another digest. */
export function restoreBody(bytes: Uint8Array): StoredBody {
  const [raws, senders, uncles, digest] = RLP.decode(bytes) as unknown as [
    Uint8Array[],
    Uint8Array[],
    Uint8Array[][],
    Uint8Array?,
  ];
  if (digest !== undefined && !isEqual(digest, sendersDigest(senders))) {
    throw new TypeError("the senders of a body do not have their digest");
  }
  const transactions = raws.map((raw, i) => ({ raw, sender: senders[i] as Uint8Array }));
  return { transactions, uncles: uncles.map(headerFromFields) };
}

const sendersDigest = (senders: readonly Uint8Array[]) =>
  keccak256(concat(...senders)).subarray(0, 8);

/** Decodes the transactions of a stored body by the rules at its height. @throws {Fault} */
export function decodeStoredBody(
  { transactions, uncles }: StoredBody,
  spec: ChainSpec,
  height: number,
): Pick<Block, "transactions" | "uncles"> {
  const common = commonAt(spec, height);
  const decoded = transactions.map(({ raw, sender }) => restoreTransaction(raw, sender, common));
  return { transactions: decoded, uncles };
}

/** Returns the raw transactions of an encoded body. */
export function rawTransactionsOf(bytes: Uint8Array): readonly Uint8Array[] {
  return (RLP.decode(bytes) as unknown as [Uint8Array[]])[0];
}

/** Locates the raw transactions of an encoded body; none is copied or decoded before it is read. */
export function locateRawTransactions(
  bytes: Uint8Array,
): (index: number) => Uint8Array | undefined {
  const bounds: [number, number][] = [];
  const cursor = new RlpCursor(bytes);
  cursor.enter();
  for (const end = cursor.enter(); cursor.isBefore(end); bounds.push([cursor.start, cursor.end])) {
    cursor.pass();
  }
  return (index) => {
    const found = bounds[index];
    return found && bytes.subarray(...found);
  };
}
