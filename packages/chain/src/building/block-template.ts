/**
 * Creates the template of the next block on a parent: its time, its uncles and its transactions.
 */
import { chooseUncles } from "@tandem/consensus";
import type { StateRoot, StoredBlock } from "@tandem/primitives";
import type { Blocks } from "../reads/blocks.js";
import { type BlockTemplate, type BuildContext, buildBlock } from "./build-block.js";
import type { BlockTime } from "./dev-settings.js";
import { assertInTime } from "./time-limit.js";
import { selectFromPool, type TransactionSelector } from "./transaction-selector.js";
import type { ReadUncleCandidates } from "./uncle-candidates.js";

export interface TemplateContext extends BuildContext {
  readonly blocks: Blocks;
  readonly time: BlockTime;
  readonly uncleCandidates: ReadUncleCandidates;
}

export interface TemplateRequest {
  readonly parent: StoredBlock;
  /** Selects other transactions than those of the pool. Such a block lists no uncles. */
  readonly selector?: TransactionSelector;
  /** Minimum Unix seconds of the block. */
  readonly notBefore?: number;
  /**
   * Milliseconds after which no more transactions of the pool are added; if undefined, as many as
   * fit are.
   */
  readonly selectMs?: number | undefined;
}

/**
 * Selects and executes transactions. The caller finds the work for the template and seals it.
 * @throws {Fault} `bad-request` if no valid timestamp is left.
 */
export async function createTemplate(
  context: TemplateContext,
  request: TemplateRequest,
): Promise<BlockTemplate> {
  const { parent, selector } = request;
  const { blocks, spec } = context;
  const timestamp = timestampOf(context.time, request);
  assertInTime(`time of block ${parent.header.number + 1}`, timestamp);
  const ancestry = blocks.ancestry(parent.hash);
  const parentRoot = blocks.edits.after(parent);
  const on = { parent, parentRoot, ancestry, timestamp };
  const requested = context.time.requested();
  if (selector !== undefined) {
    const { gasLimit } = requested;
    return buildBlock(context, { ...on, uncles: [], requested: { gasLimit } }, selector);
  }
  const number = parent.header.number + 1;
  const place = { number, ancestry, spec, nowSeconds: timestamp };
  const uncles = chooseUncles(await context.uncleCandidates(on), place);
  const prevRandao = context.time.requestedPrevRandao();
  return buildBlock(
    context,
    { ...on, uncles, requested, prevRandao },
    poolSelector(context, request, parentRoot),
  );
}

/** Returns the time of a rival block. A requested time applies to the next canonical block only. */
function timestampOf(
  time: BlockTime,
  { parent, selector, notBefore = 0 }: TemplateRequest,
): number {
  if (selector === undefined) return time.timestampOn(parent.header);
  return Math.max(time.nowSeconds(), parent.header.timestamp + 1, notBefore);
}

function poolSelector(
  { blocks, executor, pool }: TemplateContext,
  { parent: { header, hash }, selectMs }: TemplateRequest,
  root: StateRoot,
): TransactionSelector {
  const isHead =
    blocks.isCanonical(hash, header.number) &&
    blocks.canonicalHash(header.number + 1) === undefined;
  return selectFromPool(pool, executor.reader(root), isHead ? "invalid" : "defective", selectMs);
}
