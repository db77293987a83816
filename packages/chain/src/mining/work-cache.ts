/**
 * Caches work for outside miners: the next block's template, until a proof for it is submitted. No
 * template is made without a request.
 */

import { createWork } from "@tandem/consensus";
import {
  isEqual,
  type OfferedWork,
  type Rules,
  rulesAt,
  type StoredBlock,
  toKey,
  type Work,
} from "@tandem/primitives";
import type { Clock } from "@tandem/runtime";
import { createTemplate, type TemplateContext } from "../building/block-template.js";
import type { BlockTemplate } from "../building/build-block.js";
import type { BlockTime } from "../building/dev-settings.js";
import { outsideLimits } from "../limits.js";

export interface WorkCacheContext extends TemplateContext {
  readonly head: () => StoredBlock;
  /** The clock that determines the age of work. */
  readonly clock: Clock;
  readonly time: BlockTime & { readonly version: number };
}

/** Work, and the block it is for. */
export interface IssuedWork {
  readonly work: Work;
  readonly template: BlockTemplate;
  /** The rules at the block's height. */
  readonly rules: Rules;
}

export interface WorkCache {
  /**
   * Returns the newest work. It is created again when the head has moved, when it is old, and when
   * the pool has changed since. Concurrent calls share the template.
   */
  newest(): Promise<OfferedWork>;
  /** Drops all issued work. */
  forget(): void;
  /** Counts how often all issued work was dropped. */
  readonly drops: number;
  /** Finds one of the last issued works by its hash for merged mining. */
  find(hashForMergedMining: Uint8Array): IssuedWork | undefined;
}

/** The inputs of the newest work. */
interface Newest {
  readonly issued: IssuedWork;
  readonly parent: StoredBlock;
  readonly poolVersion: number;
  readonly timeVersion: number;
  /** Unix milliseconds. */
  readonly createdAt: number;
}

export function createWorkCache(context: WorkCacheContext): WorkCache {
  const works = new Map<string, IssuedWork>();
  let newest: Newest | undefined;
  let creating: Promise<Newest> | undefined;
  let told: IssuedWork | undefined;
  let drops = 0;

  function createShared(): Promise<Newest> {
    if (creating !== undefined) return creating;
    const own = createIssuedWork(context).finally(() => {
      if (creating === own) creating = undefined;
    });
    creating = own;
    return own;
  }

  function offer(issued: IssuedWork): OfferedWork {
    const isNew = told === undefined || isNewsAfter(told, issued);
    if (isNew) told = issued;
    return { ...issued.work, isNew };
  }

  return {
    async newest() {
      if (newest !== undefined && isFresh(newest, context)) return offer(newest.issued);
      let created: Newest;
      let dropsBefore: number;
      do {
        dropsBefore = drops;
        created = await createShared();
        // The block that it is on may have been removed when all work was dropped.
      } while (drops !== dropsBefore);
      newest = created;
      addWork(works, newest.issued);
      return offer(newest.issued);
    },
    forget() {
      works.clear();
      creating = undefined;
      newest = undefined;
      told = undefined;
      drops++;
    },
    get drops() {
      return drops;
    },
    find: (hashForMergedMining) => works.get(toKey(hashForMergedMining)),
  };
}

/**
 * Returns whether miners are notified of work: it is on another parent than the work of which they were told, or on another
 * state after it, or it pays more.
 */
function isNewsAfter(told: IssuedWork, { work, template }: IssuedWork): boolean {
  return (
    !isEqual(told.work.parentHash, work.parentHash) ||
    !isEqual(told.template.parentRoot, template.parentRoot) ||
    work.paidFees * 100n > told.work.paidFees * outsideLimits.notifyFeesPercent
  );
}

function isFresh(newest: Newest, context: WorkCacheContext): boolean {
  const { blocks, clock, head, pool, time } = context;
  const age = clock.now() - newest.createdAt;
  if (newest.timeVersion !== time.version) return false;
  if (!isEqual(newest.issued.template.parentRoot, blocks.edits.after(newest.parent))) return false;
  if (newest.parent !== head() || age >= outsideLimits.workMsMax) return false;
  return newest.poolVersion === pool.version || age < outsideLimits.poolMsMin;
}

/**
 * Creates work on the head. The head may move meanwhile: a miner on the old one soon receives new
 * work.
 */
async function createIssuedWork(context: WorkCacheContext): Promise<Newest> {
  for (let tries = 1; ; tries++) {
    const parent = context.head();
    const { version: poolVersion } = context.pool;
    const { version: timeVersion } = context.time;
    const createdAt = context.clock.now();
    const template = await createTemplate(context, { parent });
    if (parent !== context.head() && tries < outsideLimits.templatesMax) continue;
    const rules = rulesAt(context.spec.forks, template.header.number);
    const work = createWork(template.header, context.blocks.ancestry(parent.hash), rules);
    return { issued: { work, template, rules }, parent, poolVersion, timeVersion, createdAt };
  }
}

/** Adds work; the oldest is evicted. */
function addWork(works: Map<string, IssuedWork>, issued: IssuedWork): void {
  const key = toKey(issued.work.hashForMergedMining);
  works.delete(key);
  works.set(key, issued);
  for (const oldest of works.keys()) {
    if (works.size <= outsideLimits.worksKept) return;
    works.delete(oldest);
  }
}
