/**
 * Work for miners outside: the block that would come next, drafted and kept until somebody brings
 * a proof for it. Nothing is drafted while nobody asks.
 */

import { createWork, type Work } from "@tandem/consensus";
import {
  type BlockHash,
  isEqual,
  type Rules,
  rulesAt,
  type StoredBlock,
  toKey,
} from "@tandem/primitives";
import type { Clock } from "@tandem/runtime";
import type { Draft } from "./build-block.js";
import type { BlockTime } from "./controls/dials.js";
import { type DraftContext, draftOn } from "./draft.js";
import { outsideLimits } from "./limits.js";

export interface OutsideWorkContext extends DraftContext {
  readonly head: () => StoredBlock;
  /** What the age of work is told by. */
  readonly clock: Clock;
  readonly time: BlockTime & { readonly version: number };
}

/** Work as it is handed out. */
export interface OfferedWork extends Work {
  /** Worth interrupting miners for: another parent, or clearly more fees. True once. */
  readonly isNew: boolean;
}

/** Work, and the block it is for. */
export interface KeptWork {
  readonly work: Work;
  readonly draft: Draft;
  /** Of the block's height. */
  readonly rules: Rules;
}

export interface WorkBook {
  /**
   * The newest work: drafted again when the head has moved, when it is old, and when the pool has
   * changed since. Who asks while it is drafted shares the draft.
   */
  newest(): Promise<OfferedWork>;
  /** What was handed out is worth nothing any more. */
  forget(): void;
  /** Of the last works handed out, the one with this hash. */
  find(hashForMergedMining: Uint8Array): KeptWork | undefined;
}

/** What the newest work was drafted from. */
interface Newest {
  readonly kept: KeptWork;
  readonly parent: StoredBlock;
  readonly poolVersion: number;
  readonly timeVersion: number;
  /** Unix milliseconds. */
  readonly draftedAt: number;
}

export function createWorkBook(context: OutsideWorkContext): WorkBook {
  const works = new Map<string, KeptWork>();
  let newest: Newest | undefined;
  let drafting: Promise<Newest> | undefined;
  let told: { readonly parentHash: BlockHash; readonly paidFees: bigint } | undefined;

  function offer({ work }: KeptWork): OfferedWork {
    const { parentHash, paidFees } = work;
    const isNew =
      told === undefined ||
      !isEqual(told.parentHash, parentHash) ||
      paidFees * 100n > told.paidFees * outsideLimits.notifyFeesPercent;
    if (isNew) told = { parentHash, paidFees };
    return { ...work, isNew };
  }

  return {
    async newest() {
      if (newest !== undefined && isFresh(newest, context)) return offer(newest.kept);
      drafting ??= draftWork(context).finally(() => {
        drafting = undefined;
      });
      newest = await drafting;
      keep(works, newest.kept);
      return offer(newest.kept);
    },
    forget() {
      works.clear();
      newest = undefined;
    },
    find: (hashForMergedMining) => works.get(toKey(hashForMergedMining)),
  };
}

function isFresh(newest: Newest, context: OutsideWorkContext): boolean {
  const { blocks, clock, head, pool, time } = context;
  const age = clock.now() - newest.draftedAt;
  if (newest.timeVersion !== time.version) return false;
  if (!isEqual(newest.kept.draft.parentRoot, blocks.edits.after(newest.parent))) return false;
  if (newest.parent !== head() || age >= outsideLimits.workMsMax) return false;
  return newest.poolVersion === pool.version || age < outsideLimits.poolMsMin;
}

/** The head may move while a block is drafted; who mines on the old one learns of it soon enough. */
async function draftWork(context: OutsideWorkContext): Promise<Newest> {
  for (let tries = 1; ; tries++) {
    const parent = context.head();
    const { version: poolVersion } = context.pool;
    const { version: timeVersion } = context.time;
    const draftedAt = context.clock.now();
    const draft = await draftOn(context, { parent });
    if (parent !== context.head() && tries < outsideLimits.draftsMax) continue;
    const rules = rulesAt(context.spec.forks, draft.header.number);
    const work = createWork(draft.header, context.blocks.ancestry(parent.hash), rules);
    return { kept: { work, draft, rules }, parent, poolVersion, timeVersion, draftedAt };
  }
}

/** The oldest makes room. */
function keep(works: Map<string, KeptWork>, kept: KeptWork): void {
  const key = toKey(kept.work.hashForMergedMining);
  works.delete(key);
  works.set(key, kept);
  for (const oldest of works.keys()) {
    if (works.size <= outsideLimits.worksKept) return;
    works.delete(oldest);
  }
}
