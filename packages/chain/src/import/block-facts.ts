/**
 * The facts of a block, which the node that executed it passes to nodes that trust it: the senders, and the rows that
 * are stored. Nodes of the state and receipts are still verified by the roots of the header.
 */
import {
  type Block,
  encodeRlp,
  hashHeader,
  openReceiptsSteps,
  RlpCursor,
  summarizeReceipts,
  unusableData,
} from "@tandem/primitives";
import { runYielding } from "@tandem/runtime";
import type { AcceptedState, Fact, GivenRows } from "@tandem/state";
import { verifyDigestedTraces } from "@tandem/store";
import type { BlockResult, BlockRows } from "../rows/block-rows.js";

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

/** The result of a block by its facts. */
export interface FactsResult extends BlockResult {
  readonly accepted: AcceptedState;
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
  try {
    return readFacts(bytes);
  } catch (cause) {
    if (cause instanceof RangeError) throw notFacts(cause);
    throw cause;
  }
}

/** @throws {RangeError} for bytes of another form. */
function readFacts(bytes: Uint8Array): BlockFacts {
  const cursor = new RlpCursor(bytes);
  const end = cursor.enter();
  const facts = {
    senders: split(cursor.take(), addressBytes),
    nodes: stringsOf(cursor),
    code: stringsOf(cursor),
    preimages: stringsOf(cursor),
    // A copy, which does not keep the whole record in memory.
    receipts: cursor.take().slice(),
    traces: cursor.take(),
  };
  cursor.leave(end);
  cursor.leave(bytes.length);
  return facts;
}

/** Reads a list of strings. */
function stringsOf(cursor: RlpCursor): Uint8Array[] {
  const strings: Uint8Array[] = [];
  for (const end = cursor.enter(); cursor.isBefore(end); ) strings.push(cursor.take());
  return strings;
}

const notFacts = (cause?: unknown) => unusableData("not the facts of a block", cause);

const split = (bytes: Uint8Array, size: number): Uint8Array[] =>
  Array.from({ length: bytes.length / size }, (_, i) => bytes.subarray(i * size, (i + 1) * size));

const otherBlock = (cause?: unknown) => unusableData("the facts are of another block", cause);

/**
 * Returns the result of a block by its facts, without executing it.
 * @param rows accepts their rows.
 * @param parent the state of its parent, if that may not be written yet.
 * @throws {Fault} `unusable-data` when they are not of this block, or lead to another state.
 */
export async function resultOfFacts(
  { header, transactions }: Block,
  facts: BlockFacts,
  rows: GivenRows,
  parent?: AcceptedState,
): Promise<FactsResult> {
  const { receipts, traces } = facts;
  if (verifyDigestedTraces(traces, hashHeader(header)) !== undefined) throw otherBlock();
  const { stateRoot } = header;
  const accepted = await runYielding(rows.acceptSteps(facts, stateRoot, parent));
  const { count, ...summary } = await summaryOf(receipts);
  if (count !== transactions.length) throw otherBlock();
  const { nodes, code, preimages, written } = accepted;
  const state = { nodes, code, preimages, linked: facts.nodes };
  return {
    ...summary,
    stateRoot,
    accepted,
    written,
    receipts: await runYielding(openReceiptsSteps(receipts)),
    rows: { state, receipts, traces },
  };
}

async function summaryOf(receipts: Uint8Array) {
  try {
    return await summarizeReceipts(receipts);
  } catch (cause) {
    if (cause instanceof RangeError) throw otherBlock(cause);
    throw cause;
  }
}
