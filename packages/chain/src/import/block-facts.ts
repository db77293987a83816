/**
 * The facts of a block, which the node that executed it passes to nodes that trust it: the senders, and the rows that
 * are stored. Nodes of the state and receipts are still verified by the roots of the header.
 */
import {
  type Block,
  encodeRlp,
  Fault,
  hashHeader,
  openReceipts,
  orderedTrieRootYielding,
  rlpListContent,
  rlpParts,
  summarizeReceiptsSteps,
} from "@tandem/primitives";
import { runYielding } from "@tandem/runtime";
import type { Fact, GivenRows } from "@tandem/state";
import { table } from "@tandem/store";
import type { BlockResult, BlockRows } from "./block-rows.js";

export interface BlockFacts {
  /** The sender of each transaction. */
  readonly senders: readonly Uint8Array[];
  /** Rows of trie nodes, each after the nodes that it names. */
  readonly nodes: readonly Uint8Array[];
  readonly code: readonly Uint8Array[];
  readonly preimages: readonly Uint8Array[];
  readonly receipts: Uint8Array;
  readonly traces: Uint8Array;
}

/** Facts that are taken in the place of an execution. */
export interface GivenFacts {
  readonly facts: BlockFacts;
  /** Accepts their rows. */
  readonly rows: GivenRows;
}

const addressBytes = 20;

const bytesOf = (facts: readonly Fact[]) => facts.map(([, bytes]) => bytes);

/** Encodes the facts of a block from its rows. */
export function encodeFacts(
  { transactions }: Pick<Block, "transactions">,
  { state, receipts, traces }: BlockRows,
): Uint8Array {
  const senders = new Uint8Array(transactions.length * addressBytes);
  for (const [i, { sender }] of transactions.entries()) senders.set(sender, i * addressBytes);
  const lists = [state.linked, bytesOf(state.code), bytesOf(state.preimages)];
  return encodeRlp([senders, ...lists, receipts, traces]);
}

/** Decodes the facts of a block. @throws {Fault} `unusable-data` */
export function decodeFacts(bytes: Uint8Array): BlockFacts {
  const parts = contentsOf(bytes, true);
  const [senders, nodes, code, preimages, receipts, traces] = parts;
  if (senders === undefined || nodes === undefined || code === undefined) throw notFacts();
  if (preimages === undefined || receipts === undefined || traces === undefined) throw notFacts();
  return {
    senders: split(senders, addressBytes),
    nodes: contentsOf(nodes),
    code: contentsOf(code),
    preimages: contentsOf(preimages),
    // A copy, which does not keep the whole record in memory.
    receipts: receipts.slice(),
    traces,
  };
}

/** Returns the contents of the items. @param isList whether they are in a list that spans the bytes. */
function contentsOf(bytes: Uint8Array, isList = false): Uint8Array[] {
  const contents: Uint8Array[] = [];
  try {
    for (const { content } of rlpParts(isList ? rlpListContent(bytes) : bytes)) {
      contents.push(content);
    }
  } catch (cause) {
    throw notFacts(cause);
  }
  return contents;
}

const notFacts = (cause?: unknown) =>
  new Fault({ code: "unusable-data", message: "not the facts of a block" }, { cause });

const split = (bytes: Uint8Array, size: number): Uint8Array[] =>
  Array.from({ length: bytes.length / size }, (_, i) => bytes.subarray(i * size, (i + 1) * size));

const otherBlock = (cause?: unknown) =>
  new Fault({ code: "unusable-data", message: "the facts are of another block" }, { cause });

/**
 * Returns the result of a block by its facts, without executing it.
 * @throws {Fault} `unusable-data` when they are not of this block, or lead to another state.
 */
export async function resultOfFacts(
  { facts, rows: given }: GivenFacts,
  { header, transactions }: Block,
): Promise<BlockResult> {
  const { receipts, traces } = facts;
  if (table.traces.value.verify?.(traces, hashHeader(header)) !== undefined) throw otherBlock();
  const { stateRoot } = header;
  const { written, ...state } = await runYielding(given.acceptSteps(facts, stateRoot));
  const { values, ...summary } = await summaryOf(receipts);
  if (values.length !== transactions.length) throw otherBlock();
  const receiptsRoot = await orderedTrieRootYielding(
    values.length,
    (index) => values[index] as Uint8Array,
  );
  return {
    ...{ ...summary, stateRoot, receiptsRoot, receipts: openReceipts(receipts), written },
    rows: { state: { ...state, linked: facts.nodes }, receipts, traces },
  };
}

async function summaryOf(receipts: Uint8Array) {
  try {
    return await runYielding(summarizeReceiptsSteps(receipts));
  } catch (cause) {
    if (cause instanceof RangeError) throw otherBlock(cause);
    throw cause;
  }
}
