/** Decodes a block in the form in which nodes exchange it: RLP `[header, transactions, uncles]`. */
import {
  type Block,
  type ChainSpec,
  commonAt,
  decodeTransaction,
  Fault,
  type Header,
  hasMoreItems,
  headerFromFields,
  keccak256,
  type RlpPart,
  restoreTransaction,
  rlpListContent,
  rlpParts,
  type SignedTransaction,
  senderProof,
} from "@tandem/primitives";
import { chainLimits } from "../limits.js";
import type { Pool } from "../pool/pool.js";

/** A maximum above the number of fields of any header form. */
const headerFieldsMax = 32;

const malformed = (what: string, cause?: unknown) =>
  new Fault({ code: "unusable-data", message: `not a block: ${what}` }, { cause });

/** Transactions of this node, which are decoded, and their senders recovered. */
export type PooledTransactions = Pick<Pool, "get" | "size">;

/**
 * Decodes a block from its RLP and recovers senders, in steps: it may have ten thousand
 * transactions.
 * @param pool whose transactions need not be decoded again.
 * @param senders of the transactions, if they are known and need not be recovered.
 * @throws {Fault} `unusable-data` or `transaction-refused` when the bytes are not such a block.
 */
export function* decodeBlockSteps(
  bytes: Uint8Array,
  spec: ChainSpec,
  pool: PooledTransactions,
  senders?: readonly Uint8Array[],
): Generator<void, Block> {
  const [headerPart, transactionsPart, unclesPart] = partsOf(bytes);
  if (!transactionsPart.isList || !unclesPart.isList) {
    throw malformed("transactions and uncles are lists");
  }
  const header = toHeader(headerPart);
  const common = commonAt(spec, header.number);
  const proof = senderProof(spec);
  const transactions: SignedTransaction[] = [];
  for (const { isList, encoded, content } of itemsOf(transactionsPart)) {
    const raw = isList ? encoded : content;
    if (hasTooManyItems(raw)) throw malformed("a transaction has too many items");
    const pooled = pool.size === 0 ? undefined : pool.get(keccak256(raw));
    const sender = senders?.[transactions.length];
    if (pooled?.fields.common === common) transactions.push(pooled);
    else if (sender !== undefined) transactions.push(restoreTransaction(raw, sender, common));
    else transactions.push(decodeTransaction(raw, common, proof));
    yield;
  }
  const uncles: Header[] = [];
  for (const part of itemsOf(unclesPart)) {
    uncles.push(toHeader(part));
    yield;
  }
  return { header, transactions, uncles };
}

type BlockParts = readonly [header: RlpPart, transactions: RlpPart, uncles: RlpPart];

function partsOf(bytes: Uint8Array): BlockParts {
  const parts: RlpPart[] = [];
  try {
    for (const part of rlpParts(rlpListContent(bytes))) {
      if (parts.push(part) > 3) break;
    }
  } catch (cause) {
    throw malformed("the bytes are not an RLP list", cause);
  }
  if (parts.length === 3) return parts as unknown as BlockParts;
  throw malformed(`${parts.length > 3 ? "more than 3" : parts.length} parts, expected 3`);
}

function* itemsOf({ content }: RlpPart): Generator<RlpPart, void> {
  try {
    yield* rlpParts(content);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw malformed("the bytes are not RLP", cause);
  }
}

function hasTooManyItems(raw: Uint8Array): boolean {
  // The type byte of a typed transaction counts as an item.
  try {
    return hasMoreItems(raw, chainLimits.transactionItemsMax);
  } catch {
    // The decoder refuses bytes that are not RLP, with its own message.
    return false;
  }
}

function toHeader(part: RlpPart): Header {
  if (!part.isList) throw malformed("a header is a list of byte strings");
  const fields: Uint8Array[] = [];
  for (const { isList, content } of itemsOf(part)) {
    if (isList || fields.push(content) > headerFieldsMax) {
      throw malformed("a header is a list of byte strings");
    }
  }
  try {
    return headerFromFields(fields);
  } catch (cause) {
    throw malformed(cause instanceof Error ? cause.message : "bad header", cause);
  }
}
