/** Decodes a block in the form in which nodes exchange it: RLP `[header, transactions, uncles]`. */
import {
  assertTransactionSize,
  type Block,
  type ChainSpec,
  commonAt,
  decodeTransaction,
  decodeUnproved,
  type Header,
  headerFromFields,
  keccak256,
  type RlpPart,
  recoveredTogetherMin,
  recoverSenders,
  restoreTransaction,
  rlpListContent,
  rlpParts,
  type SignedTransaction,
  senderProof,
  type UnprovedTransaction,
  unusableData,
  withSender,
} from "@tandem/primitives";
import { messageOf, runYielding } from "@tandem/runtime";
import { chainLimits } from "../limits.js";
import type { Pool } from "../pool/pool.js";

/** A maximum above the number of fields of any header form. */
const headerFieldsMax = 32;

const malformed = (what: string, cause?: unknown) => unusableData(`not a block: ${what}`, cause);

/** Transactions of this node, which are decoded, and their senders recovered. */
export type PooledTransactions = Pick<Pool, "get" | "size">;

/** The common of a block's transactions, as the decoder takes it. */
type TransactionCommon = ReturnType<typeof commonAt>;

/** Returns a transaction whose sender is known by other means than the pool, by its index in the block. */
type KnownTransactions = (
  raw: Uint8Array,
  index: number,
  common: TransactionCommon,
) => SignedTransaction | undefined;

/** Returns the transactions of a block whose senders are known, and need not be recovered. */
export const sentBy =
  (senders: readonly Uint8Array[]): KnownTransactions =>
  (raw, index, common) => {
    const sender = senders[index];
    return sender && restoreTransaction(raw, sender, common);
  };

/**
 * Decodes a block like `decodeBlockSteps`, and recovers many senders in the other thread, so that
 * this one may execute the block before it.
 * @throws as `decodeBlockSteps` does.
 */
export async function decodeBlockAhead(
  bytes: Uint8Array,
  spec: ChainSpec,
  pool: PooledTransactions,
): Promise<Block> {
  const unproved = await runYielding(unprovedSteps(bytes, spec, pool));
  const all = [...unproved.values()];
  const isMany = all.length >= recoveredTogetherMin;
  const senders = isMany ? await recoverSenders(all.map(({ raw }) => raw)) : undefined;
  const proved = new Map<number, SignedTransaction>();
  for (const [i, index] of [...unproved.keys()].entries()) {
    const [one, sender] = [all[i], senders?.[i]];
    if (one !== undefined && sender !== undefined) proved.set(index, withSender(one, sender));
  }
  return runYielding(decodeBlockSteps(bytes, spec, pool, (_, index) => proved.get(index)));
}

/** Returns the signed transactions of a block that the pool does not have, by their index, in steps. */
function* unprovedSteps(
  bytes: Uint8Array,
  spec: ChainSpec,
  pool: PooledTransactions,
): Generator<void, Map<number, UnprovedTransaction>> {
  const [headerPart, transactionsPart] = partsOf(bytes);
  const unproved = new Map<number, UnprovedTransaction>();
  if (!transactionsPart.isList) return unproved;
  const { number, gasLimit } = toHeader(headerPart);
  const common = commonAt(spec, number);
  const countMax = gasLimit / chainLimits.transactionGasMin;
  let index = 0;
  for (const part of itemsOf(transactionsPart)) {
    // Its body may be another one than the header commits to, and as long as a message.
    if (index >= countMax) throw malformed("more transactions than its gas limit allows");
    const raw = rawOf(part);
    assertTransactionSize(raw.length, common);
    const isOurs = pool.size > 0 && pool.get(keccak256(raw)) !== undefined;
    const one = isOurs ? undefined : decodeUnproved(raw, common);
    if (one !== undefined) unproved.set(index, one);
    index++;
    yield;
  }
  return unproved;
}

/** Returns the EIP-2718 form of a transaction in a block. */
const rawOf = ({ isList, encoded, content }: RlpPart) => (isList ? encoded : content);

/**
 * Decodes a block from its RLP and recovers senders, in steps: it may have ten thousand
 * transactions.
 * @param pool whose transactions need not be decoded again.
 * @param known returns transactions whose senders need not be recovered.
 * @throws {Fault} `unusable-data` or `transaction-refused` when the bytes are not such a block.
 */
export function* decodeBlockSteps(
  bytes: Uint8Array,
  spec: ChainSpec,
  pool: PooledTransactions,
  known?: KnownTransactions,
): Generator<void, Block> {
  const [headerPart, transactionsPart, unclesPart] = partsOf(bytes);
  if (!transactionsPart.isList || !unclesPart.isList) {
    throw malformed("transactions and uncles are lists");
  }
  const header = toHeader(headerPart);
  const common = commonAt(spec, header.number);
  const proof = senderProof(spec);
  const transactions: SignedTransaction[] = [];
  for (const part of itemsOf(transactionsPart)) {
    const raw = rawOf(part);
    assertTransactionSize(raw.length, common);
    const pooled = pool.size === 0 ? undefined : pool.get(keccak256(raw));
    const own = pooled?.fields.common === common ? pooled : undefined;
    transactions.push(
      own ?? known?.(raw, transactions.length, common) ?? decodeTransaction(raw, common, proof),
    );
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
    throw malformed(messageOf(cause), cause);
  }
}
