/**
 * Validates, executes and stores a block, then applies fork choice. Every block goes through here,
 * mined or received. One batch holds its facts, and the canonical view when it becomes head.
 */

import {
  blockWeight,
  isPreferred,
  type RequestedFields,
  rankOf,
  type Violation,
  validateBody,
  validateHeader,
  validateUncles,
} from "@tandem/consensus";
import {
  type Block,
  type ChainSpec,
  hashHeader,
  isEqual,
  type StoredBlock,
  transactionsRootYielding,
} from "@tandem/primitives";
import { type Clock, runYielding, type Tracer } from "@tandem/runtime";
import type { Executor, Outcome } from "@tandem/state";
import { type Batch, type Store, table } from "@tandem/store";
import { validateSize } from "../block-size.js";
import type { BlockTemplate } from "../building/build-block.js";
import type { Blocks } from "../reads/blocks.js";
import {
  type BlockResult,
  type BlockRows,
  blockRowsSteps,
  writeBlockSteps,
} from "../rows/block-rows.js";
import { noteRequested } from "../rows/requested-rows.js";
import { verifyReceiptDetails } from "../rows/verify-fact.js";
import { compareOutcome, executeBlock, isViolation, type UnexecutedBlock } from "./execute.js";
import { describeImport, type Imported, spanOf } from "./imported.js";
import { moveHead, restoreEditsSteps } from "./move-head.js";
import { findBranches, indexedBytes, storedIndexed, viewRows, writeViewRows } from "./reorg.js";

export interface ImportContext {
  readonly spec: ChainSpec;
  readonly store: Store;
  readonly blocks: Blocks;
  readonly executor: Executor;
  readonly clock: Clock;
  /** Adds rows to the batch that makes the block the head, or the tip of the branch that is built on. */
  readonly alongside?: (batch: Batch) => void;
  /** Whether the next block is built on this one even if it is not the head. */
  readonly isTip?: boolean | undefined;
  /**
   * Is called before a block is written, with its batch. If it throws, the block is not written.
   */
  readonly beforeWriting?: (block: StoredBlock, batch: Batch, rows: BlockRows) => Promise<void>;
  /**
   * The outcome of the block, from the node that executed it. It is compared with the header like
   * that of an execution.
   */
  readonly given?: ((block: Block) => Promise<BlockResult>) | undefined;
  /** The fields that a developer requested for this block; a template has its own. */
  readonly requested?: RequestedFields | undefined;
  /**
   * The result of opcode 0x44 in this block in place of the difficulty; a template has its own.
   */
  readonly prevRandao?: bigint | undefined;
  /** Records the import as a span; without it the import is not traced. */
  readonly tracer?: Tracer | undefined;
}

/**
 * Validates, executes and stores a block, then applies fork choice. Must not run concurrently: the
 * writer's queue ensures it.
 * @param template of a block that this node built itself. Its execution is not repeated if it is of this very
 * block.
 */
export function importBlock(
  context: ImportContext,
  head: StoredBlock,
  block: Block,
  template?: BlockTemplate,
): Promise<Imported> {
  const { tracer } = context;
  if (tracer === undefined) return importUntraced(context, head, block, template);
  return tracer.trace(spanOf(block), async (span) => {
    const imported = await importUntraced(context, head, block, template);
    describeImport(span, imported);
    return imported;
  });
}

async function importUntraced(
  context: ImportContext,
  head: StoredBlock,
  block: Block,
  template: BlockTemplate | undefined,
): Promise<Imported> {
  const { blocks } = context;
  const hash = hashHeader(block.header);
  const known = blocks.block(hash);
  if (known !== undefined) {
    const isOther = template !== undefined && blocks.prevRandao(known) !== template.prevRandao;
    // Its hash does not cover the result of opcode 0x44: with another seal it is another block.
    return isOther ? { status: "known", block: known } : importAgain(context, head, known);
  }
  const parent = blocks.block(block.header.parentHash);
  if (parent === undefined) return { status: "no-parent" };
  const own = template !== undefined && isTemplateOf(template, block) ? template : undefined;
  // A later request is of the block after the one for which a template was made.
  const requested = template === undefined ? context.requested : template.requested;
  const violation = await validate({ ...context, requested }, block, parent, own);
  if (violation !== undefined) return { status: "invalid", violation, isFinal: false };
  const parentRoot = blocks.edits.after(parent);
  if (template !== undefined && !isEqual(template.parentRoot, parentRoot)) {
    return { status: "outdated" };
  }
  const prevRandao = template === undefined ? context.prevRandao : template.prevRandao;
  const unexecuted = { block, parentRoot, prevRandao };
  const result = await resultOf(context, unexecuted, own?.outcome);
  const isEdited = !isEqual(parentRoot, parent.header.stateRoot);
  if (isViolation(result)) return { status: "invalid", violation: result, isFinal: !isEdited };

  const stored: StoredBlock = {
    header: block.header,
    transactions: block.transactions,
    uncles: block.uncles,
    hash,
    receipts: result.receipts,
    totalDifficulty: parent.totalDifficulty + blockWeight(block),
  };
  const batch = context.store.batch();
  await runYielding(writeBlockSteps(batch, stored, result.rows));
  if (isEdited) batch.put(table.baseRoots, hash, parentRoot);
  noteRequested(batch, stored, requested);
  if (prevRandao !== undefined) batch.put(table.prevRandaos, hash, prevRandao);
  const executed = { block: stored, result, batch };
  return isPreferred(rankOf(stored), rankOf(head))
    ? writeHead(context, head, executed)
    : writeBeside(context, executed);
}

/** A block that is executed, and the batch that has its facts. */
interface ExecutedBlock {
  readonly block: StoredBlock;
  readonly result: BlockResult;
  readonly batch: Batch;
}

/** Writes a block that becomes the head, with the rows of the view. */
async function writeHead(
  context: ImportContext,
  head: StoredBlock,
  executed: ExecutedBlock,
): Promise<Imported> {
  const { blocks } = context;
  const { block, result, batch } = executed;
  const branches = await runYielding(findBranches(head, block, blocks));
  const indexedOf = (one: StoredBlock) =>
    one === block ? indexedBytes(result.rows) : storedIndexed(blocks, one);
  await runYielding(writeViewRows(batch, await runYielding(viewRows(branches, indexedOf))));
  batch.put(table.head, "only", block.hash);
  // The new block was executed on the state as it is after its parent.
  const earlier = branches.added.slice(0, -1);
  const settle = await runYielding(restoreEditsSteps(blocks, batch, earlier));
  await context.beforeWriting?.(block, batch, result.rows);
  context.alongside?.(batch);
  await batch.commit();
  settle();
  noteWritten(context, executed);
  return { status: "head", block, event: branches, change: result.change };
}

/** Writes a block while another branch is preferred. */
async function writeBeside(context: ImportContext, executed: ExecutedBlock): Promise<Imported> {
  const { block, result, batch } = executed;
  await context.beforeWriting?.(block, batch, result.rows);
  if (context.isTip === true) context.alongside?.(batch);
  await batch.commit();
  noteWritten(context, executed);
  return { status: "side", block };
}

function noteWritten({ blocks }: ImportContext, { block, result }: ExecutedBlock): void {
  const { rows, written, failures } = result;
  written?.();
  blocks.remember(block, rows.receipts.length, failures);
}

/**
 * Imports a known block again. It becomes the head again if it has more total difficulty than the
 * head, which a revert can cause.
 */
async function importAgain(
  context: ImportContext,
  head: StoredBlock,
  block: StoredBlock,
): Promise<Imported> {
  const { blocks, store } = context;
  if (!isPreferred(rankOf(block), rankOf(head))) return { status: "known", block };
  const batch = store.batch();
  const { event, settle } = await moveHead(blocks, batch, head, block);
  context.alongside?.(batch);
  await batch.commit();
  settle();
  return { status: "head", block, event };
}

async function validate(
  { spec, blocks, clock, requested }: ImportContext,
  block: Block,
  parent: StoredBlock,
  own: BlockTemplate | undefined,
): Promise<Violation | undefined> {
  const ancestry = blocks.ancestry(parent.hash);
  const nowSeconds = Math.floor(clock.now() / 1000);
  const { header, transactions } = block;
  const place = { header, parent: parent.header, ancestry };
  const violation = validateHeader({ ...place, spec, nowSeconds, requested });
  if (violation !== undefined) return violation;
  const root = own?.header.transactionsRoot ?? (await transactionsRootYielding(transactions));
  return (
    validateBody(header, root) ??
    validateSize(block, spec) ??
    validateUncles(block, ancestry, spec, nowSeconds)
  );
}

/** Returns the result of a block: by its facts, as it was executed before, or by its execution now. */
async function resultOf(
  { executor, store, blocks, given }: ImportContext,
  unexecuted: Omit<UnexecutedBlock, "ancestorHash">,
  executed: Outcome | undefined,
): Promise<BlockResult | Violation> {
  const { block } = unexecuted;
  if (given !== undefined) {
    const result = await given(block);
    const { receipts } = result;
    const details = () => verifyReceiptDetails({ ...block, receipts });
    return compareOutcome(block.header, result) ?? details() ?? result;
  }
  const { hash: ancestorHash } = blocks.ancestry(block.header.parentHash);
  const outcome = executed ?? (await executeBlock(executor, { ...unexecuted, ancestorHash }));
  if (isViolation(outcome)) return outcome;
  const mismatch = compareOutcome(block.header, outcome);
  if (mismatch !== undefined) return mismatch;
  const rows = await runYielding(blockRowsSteps(store, hashHeader(block.header), outcome));
  return { ...outcome, rows };
}

const isTemplateOf = ({ header, outcome }: BlockTemplate, block: Block) =>
  isEqual(header.parentHash, block.header.parentHash) &&
  isEqual(outcome.stateRoot, block.header.stateRoot) &&
  outcome.transactions.length === block.transactions.length &&
  outcome.transactions.every((tx, i) => tx === block.transactions[i]);
