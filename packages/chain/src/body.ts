/** The disk's form of a block's body, and a block as it travels: `[header, transactions, uncles]`. */
import { RLP } from "@ethereumjs/rlp";
import {
  type Block,
  type ChainSpec,
  commonAt,
  decodeTransaction,
  encodeRlp,
  Fault,
  type Header,
  headerFields,
  headerFromFields,
  RlpCursor,
  restoreTransaction,
  type SignedTransaction,
  senderProof,
} from "@tandem/primitives";

type Body = Pick<Block, "transactions" | "uncles">;

/** RLP of `[raw transactions, senders, full uncle headers]`: senders are recovered once. */
export function encodeBody(body: Body): Uint8Array {
  return encodeRlp([
    body.transactions.map((tx) => tx.raw),
    body.transactions.map((tx) => tx.sender),
    body.uncles.map(headerFields),
  ]);
}

/** The transactions of an encoded body, still raw. */
export function rawTransactionsOf(bytes: Uint8Array): readonly Uint8Array[] {
  return (RLP.decode(bytes) as unknown as [Uint8Array[]])[0];
}

/** Where the transactions of an encoded body stand; none is copied or decoded before it is asked for. */
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

export function decodeBody(bytes: Uint8Array, spec: ChainSpec, height: number): Body {
  const [raws, senders, uncles] = RLP.decode(bytes) as unknown as [
    Uint8Array[],
    Uint8Array[],
    Uint8Array[][],
  ];
  const common = commonAt(spec, height);
  const transactions = raws.map((raw, i) =>
    restoreTransaction(raw, senders[i] as Uint8Array, common),
  );
  return { transactions, uncles: uncles.map(headerFromFields) };
}

const malformed = (what: string, cause?: unknown) =>
  new Fault({ code: "unusable-data", message: `not a block: ${what}` }, { cause });

/**
 * A block from its RLP, senders recovered.
 * @throws {Fault} `unusable-data` or `transaction-refused` when the bytes are not such a block.
 */
export function decodeBlock(bytes: Uint8Array, spec: ChainSpec): Block {
  const parts = decodeList(bytes);
  if (parts.length !== 3) throw malformed(`${parts.length} parts, expected 3`);
  const [headerPart, transactionsPart, unclesPart] = parts;
  if (!Array.isArray(transactionsPart) || !Array.isArray(unclesPart)) {
    throw malformed("transactions and uncles are lists");
  }
  const header = toHeader(headerPart);
  const common = commonAt(spec, header.number);
  const transactions: SignedTransaction[] = transactionsPart.map((part) =>
    decodeTransaction(
      part instanceof Uint8Array ? part : RLP.encode(part as never),
      common,
      senderProof(spec),
    ),
  );
  return { header, transactions, uncles: unclesPart.map(toHeader) };
}

function decodeList(bytes: Uint8Array): readonly unknown[] {
  try {
    const list = RLP.decode(bytes);
    if (Array.isArray(list)) return list;
  } catch (cause) {
    throw malformed("the bytes are not RLP", cause);
  }
  throw malformed("the bytes are not an RLP list");
}

function toHeader(part: unknown): Header {
  if (!Array.isArray(part) || part.some((field) => !(field instanceof Uint8Array))) {
    throw malformed("a header is a list of byte strings");
  }
  try {
    return headerFromFields(part);
  } catch (cause) {
    throw malformed(cause instanceof Error ? cause.message : "bad header", cause);
  }
}
