/** Summarizes the receipts of blocks that come in parts, as plain bytes that threads exchange. */
import { runSync } from "@tandem/runtime";
import { fromBigInt, toBigInt, toNumber } from "../bytes/bytes.js";
import { RlpCursor } from "../rlp/rlp-cursor.js";
import { decodeItems, encodeItems } from "../rlp/rlp-list.js";
import { OrderedTrieHasher } from "../trie/ordered-trie.js";
import { type ReceiptsResult, ReceiptsSums } from "./stored-receipts-root.js";

/** A part of the receipts of a block. */
export interface ReceiptsPart {
  /** Identifies the block. */
  readonly job: number;
  /** The number of parts before it. */
  readonly part: number;
  readonly isLast: boolean;
  /** The stored receipts, without the prefix of their list. */
  readonly receipts: Uint8Array;
}

const headBytes = 12;

export function packPart({ job, part, isLast, receipts }: ReceiptsPart): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(headBytes + receipts.length);
  const view = new DataView(packed.buffer);
  view.setUint32(0, job);
  view.setUint32(4, part);
  view.setUint32(8, isLast ? 1 : 0);
  packed.set(receipts, headBytes);
  return packed;
}

function unpackPart(packed: Uint8Array): ReceiptsPart {
  const view = new DataView(packed.buffer, packed.byteOffset);
  const receipts = packed.subarray(headBytes);
  const isLast = view.getUint32(8) === 1;
  return { job: view.getUint32(0), part: view.getUint32(4), isLast, receipts };
}

/** The receipts of a block of which parts have come. */
class OpenReceipts {
  parts = 0;
  #count = 0;
  readonly #sums = new ReceiptsSums();
  readonly #trie = new OrderedTrieHasher();

  add(receipts: Uint8Array): void {
    const cursor = new RlpCursor(receipts);
    while (cursor.isBefore(receipts.length)) {
      this.#trie.add(runSync(this.#sums.addSteps(receipts, cursor)));
      this.#count++;
    }
    this.parts++;
  }

  result(): Uint8Array {
    const { logsBloom, gasUsed, paidFees } = this.#sums;
    const numbers = [gasUsed, paidFees, this.#count].map(fromBigInt);
    return encodeItems([this.#trie.root(), logsBloom, ...numbers]);
  }
}

/** Blocks whose receipts may come at once. The last part of a block that fails never comes. */
const openMax = 4;
const open = new Map<number, OpenReceipts>();

/** Adds a part. @returns the result with the last part, unless an earlier one has not come. */
export function answerReceipts(packed: Uint8Array): Uint8Array {
  const { job, part, isLast, receipts } = unpackPart(packed);
  if (part === 0) open.set(job, new OpenReceipts());
  const [oldest] = open.keys();
  if (open.size > openMax && oldest !== undefined) open.delete(oldest);
  const found = open.get(job);
  if (found?.parts !== part) return new Uint8Array(0);
  found.add(receipts);
  if (!isLast) return new Uint8Array(0);
  open.delete(job);
  return found.result();
}

/** Returns the result that an answer has; undefined if it has none. */
export function receiptsResultOf(answer: Uint8Array): ReceiptsResult | undefined {
  if (answer.length === 0) return undefined;
  const [root, bloom, gasUsed, paidFees, count] = decodeItems(answer) as Five;
  return {
    receiptsRoot: root.slice(),
    logsBloom: bloom.slice(),
    gasUsed: toBigInt(gasUsed),
    paidFees: toBigInt(paidFees),
    count: toNumber(count),
  };
}

type Five = [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];
