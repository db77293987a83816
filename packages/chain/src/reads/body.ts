/** The disk's form of a block's body, and a block as it travels: `[header, transactions, uncles]`. */
import { RLP } from "@ethereumjs/rlp";
import {
  type Block,
  type ChainSpec,
  commonAt,
  concat,
  decodeTransaction,
  encodeRlp,
  Fault,
  type Header,
  hasMoreItems,
  headerFields,
  headerFromFields,
  isEqual,
  keccak256,
  RlpCursor,
  type RlpPart,
  restoreTransaction,
  rlpListContent,
  rlpParts,
  type SignedTransaction,
  senderProof,
} from "@tandem/primitives";
import { chainLimits } from "../limits.js";

type Body = Pick<Block, "transactions" | "uncles">;

/**
 * Encodes a body as RLP: `[raw transactions, senders, full uncle headers, digest of the senders]`.
 * Senders are recovered once, and no root of the header covers them. Bodies of older versions have
 * no digest.
 */
export function encodeBody(body: Body): Uint8Array {
  const senders = body.transactions.map((tx) => tx.sender);
  return encodeRlp([
    body.transactions.map((tx) => tx.raw),
    senders,
    body.uncles.map(headerFields),
    sendersDigest(senders),
  ]);
}

const sendersDigest = (senders: readonly Uint8Array[]) =>
  keccak256(concat(...senders)).subarray(0, 8);

/** Returns the transactions of an encoded body, still raw. */
export function rawTransactionsOf(bytes: Uint8Array): readonly Uint8Array[] {
  return (RLP.decode(bytes) as unknown as [Uint8Array[]])[0];
}

/** Returns where the transactions of an encoded body stand; none is copied or decoded before it is asked for. */
export function locateRaws(bytes: Uint8Array): (index: number) => Uint8Array | undefined {
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

/** @throws for bytes that `encodeBody` did not write. */
export function decodeBody(bytes: Uint8Array, spec: ChainSpec, height: number): Body {
  const [raws, senders, uncles, digest] = RLP.decode(bytes) as unknown as [
    Uint8Array[],
    Uint8Array[],
    Uint8Array[][],
    Uint8Array?,
  ];
  if (digest !== undefined && !isEqual(digest, sendersDigest(senders))) {
    throw malformed("its senders do not have their digest");
  }
  const common = commonAt(spec, height);
  const transactions = raws.map((raw, i) =>
    restoreTransaction(raw, senders[i] as Uint8Array, common),
  );
  return { transactions, uncles: uncles.map(headerFromFields) };
}

/** More fields than any form of a header has. */
const headerFieldsMax = 32;

const malformed = (what: string, cause?: unknown) =>
  new Fault({ code: "unusable-data", message: `not a block: ${what}` }, { cause });

/**
 * Decodes a block from its RLP, senders recovered, in steps: it may have ten thousand transactions.
 * @throws {Fault} `unusable-data` or `transaction-refused` when the bytes are not such a block.
 */
export function* decodeBlockSteps(bytes: Uint8Array, spec: ChainSpec): Generator<void, Block> {
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
    transactions.push(decodeTransaction(raw, common, proof));
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
  // A typed one has its type in front, which is an item of a byte.
  try {
    return hasMoreItems(raw, chainLimits.transactionItemsMax);
  } catch {
    // What is not RLP is refused by whoever decodes it, in his words.
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
