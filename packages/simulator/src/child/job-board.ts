/**
 * Simulates the jobs that pools give to their miners. A node builds work on its head and updates
 * the work's time; a pool polls for it, and passes it on at once, with its next job, or by
 * cancelling the running jobs, as its policy says. So hash power works on a head that is some time
 * old, and its blocks become siblings of newer ones.
 */

import type { EventQueue } from "../events/event-queue.js";
import { eventKind } from "../events/event-schedule.js";
import { jobsKeptMax } from "../limits.js";
import { createRandom, type Random } from "../random.js";
import type { ChildChain } from "../scenario/chains.js";
import type { PoolGroups } from "../scenario/pool-groups.js";
import type { PoolGroup, WorkPolicy } from "../scenario/pools.js";
import type { Scenario } from "../scenario/scenario.js";
import type { ChildBlock } from "./block.js";
import type { BlockContents, BlockFactory, BlockTemplate } from "./block-factory.js";
import type { UncleFinder } from "./uncle-finder.js";

export interface Job {
  readonly contents: BlockContents;
  /** Virtual seconds. */
  readonly givenAt: number;
  /** The lowest difficulty that a block of the job can have. */
  readonly lowest: number;
  /** Is built when the first nonce is found for it. */
  template: BlockTemplate | undefined;
}

interface PoolJobs {
  readonly policy: WorkPolicy;
  /** Is false for a pool that mines only Bitcoin, which needs no jobs. */
  readonly isMerging: boolean;
  /** The seconds from the beginning to its first poll. */
  readonly phase: number;
  readonly luck: Random;
  /** The recent heads of its node with their times, the newest last. */
  heads: { readonly since: number; readonly block: ChildBlock }[];
  /** The running jobs, the newest last; there are older ones while hash power still moves. */
  jobs: Job[];
  isPolling: boolean;
}

interface BoardOptions {
  readonly scenario: Scenario;
  readonly child: ChildChain;
  readonly pools: PoolGroups;
  readonly factory: BlockFactory;
  readonly uncles: UncleFinder;
  readonly queue: EventQueue;
  /** The Unix seconds at the beginning of the simulation. */
  readonly epochSeconds: number;
}

export class JobBoard {
  readonly #options: BoardOptions;
  readonly #isTemplateTimed: boolean;
  readonly #poolJobs: readonly PoolJobs[];
  #floor = Number.POSITIVE_INFINITY;

  constructor(options: BoardOptions) {
    const { scenario, child, pools, factory, queue } = options;
    this.#options = options;
    this.#isTemplateTimed = child.timestamps === "template";
    this.#poolJobs = Array.from({ length: pools.count }, (_, pool) => {
      const { work: policy, mergeMining } = pools.groups[pools.groupOf(pool)] as PoolGroup;
      const luck = createRandom(scenario.seed, `pool/${pools.nameOf(pool)}/jobs`);
      const phase = luck.next() * policy.pollSeconds;
      const heads = [{ since: 0, block: factory.genesis }];
      const isMerging = mergeMining > 0;
      return { policy, isMerging, phase, luck, heads, jobs: [], isPolling: false };
    });
    for (const [pool, own] of this.#poolJobs.entries()) {
      this.#give(pool, 0, true);
      const { refreshSeconds } = own.policy;
      if (own.isMerging && refreshSeconds > 0) {
        queue.add(own.luck.next() * refreshSeconds, eventKind.refresh, pool, 0);
      }
    }
  }

  /** The lowest difficulty that any pool works at. */
  get floor(): number {
    return this.#floor;
  }

  /** Recomputes the floor, since it may have risen. */
  raiseFloor(): void {
    this.#floor = Number.POSITIVE_INFINITY;
    for (const { jobs } of this.#poolJobs)
      for (const { lowest } of jobs) this.#floor = Math.min(this.#floor, lowest);
  }

  /** Calls `visit` with the parent of every job, also of those that a pool may still be given. */
  eachParent(visit: (block: ChildBlock) => void): void {
    for (const { jobs, heads } of this.#poolJobs) {
      for (const { contents } of jobs) visit(contents.parent);
      for (const { block } of heads) visit(block);
    }
  }

  /** Is called when the pool's node, or its strategy, has another head. */
  headMoved(pool: number, block: ChildBlock, now: number): void {
    const own = this.#jobsOf(pool);
    const { heads, policy } = own;
    heads.push({ since: now, block });
    while ((heads[1]?.since ?? now) < now - policy.pollSeconds) heads.shift();
    if (policy.notify === 0 || own.isPolling || !own.isMerging) return;
    if (policy.pollSeconds === 0) {
      this.#give(pool, now, policy.notify === 2);
    } else {
      own.isPolling = true;
      this.#options.queue.add(askedAt(own, now) + policy.pollSeconds, eventKind.poll, pool, 0);
    }
  }

  /** Is called when Bitcoin has a new block: miners drop their jobs. */
  bitcoinMoved(pool: number, now: number): void {
    this.#give(pool, now, true);
  }

  refresh(pool: number, now: number): void {
    this.#give(pool, now, false);
    const { refreshSeconds } = this.#jobsOf(pool).policy;
    this.#options.queue.add(now + refreshSeconds, eventKind.refresh, pool, 0);
  }

  poll(pool: number, now: number): void {
    const own = this.#jobsOf(pool);
    own.isPolling = false;
    this.#give(pool, now, own.policy.notify === 2, now);
  }

  /** Returns the job that a nonce found now belongs to. */
  jobAt(pool: number, now: number): Job {
    const { jobs, policy, luck } = this.#jobsOf(pool);
    const newest = jobs.at(-1) as Job;
    if (jobs.length === 1) return newest;
    const since = now - luck.next() * policy.switchSeconds;
    return jobs.findLast(({ givenAt }) => givenAt <= since) ?? (jobs[0] as Job);
  }

  /** Returns the difficulty of a block of the job that is found now. */
  difficultyAt(job: Job, now: number): number {
    if (this.#isTemplateTimed) return job.lowest;
    const { parent, uncles } = job.contents;
    const { factory } = this.#options;
    return Number(factory.difficultyOn(parent, this.#timestampOn(parent, now), uncles.length));
  }

  /** Returns the block template of a job for a nonce found now. */
  templateAt(job: Job, pool: number, now: number): BlockTemplate {
    const { contents } = job;
    const { factory } = this.#options;
    if (!this.#isTemplateTimed) {
      const timestamp = this.#timestampOn(contents.parent, now);
      return factory.createTemplate({ ...contents, timestamp }, pool);
    }
    job.template ??= factory.createTemplate(contents, pool);
    return job.template;
  }

  #jobsOf(pool: number): PoolJobs {
    return this.#poolJobs[pool] as PoolJobs;
  }

  /** @param asked the time at which the pool last polled its node. */
  #give(pool: number, now: number, isClean: boolean, asked?: number): void {
    const own = this.#jobsOf(pool);
    if (!own.isMerging) return;
    const { jobs } = own;
    const contents = this.#contentsFor(pool, asked ?? askedAt(own, now));
    const last = jobs.at(-1);
    if (last !== undefined && isAlike(last.contents, contents)) {
      if (isClean) own.jobs = [last];
      return;
    }
    const lowest = this.#lowestOf(contents);
    const job: Job = { contents, givenAt: now, lowest, template: undefined };
    this.#floor = Math.min(this.#floor, lowest);
    const { switchSeconds } = own.policy;
    if (isClean || switchSeconds === 0) {
      own.jobs = [job];
      return;
    }
    jobs.push(job);
    // No miner works on a job any more once the next one is older than the duration of a switch.
    while ((jobs[1]?.givenAt ?? now) < now - switchSeconds || jobs.length > jobsKeptMax) {
      jobs.shift();
    }
  }

  #contentsFor(pool: number, asked: number): BlockContents {
    const { child, uncles } = this.#options;
    const { heads, luck } = this.#jobsOf(pool);
    const head = heads.findLast(({ since }) => since <= asked) ?? heads[0];
    const { since, block: parent } = head as PoolJobs["heads"][number];
    const { rebuildSeconds } = child;
    const renewals = rebuildSeconds > 0 ? Math.floor((asked - since) / rebuildSeconds) : 0;
    const madeAt = since + Math.max(0, renewals) * rebuildSeconds;
    const timestamp = this.#timestampOn(parent, madeAt);
    const listed = child.listsUncles ? uncles.choose(parent, pool, timestamp) : [];
    return { parent, uncles: listed, timestamp, paidFees: drawFees(child, luck) };
  }

  #timestampOn(parent: ChildBlock, at: number): number {
    return Math.max(this.#options.epochSeconds + Math.floor(at), parent.header.timestamp + 1);
  }

  /**
   * Returns the lowest difficulty of a job. If the timestamp is that of the finding, it is the
   * difficulty of a very late block.
   */
  #lowestOf({ parent, uncles, timestamp }: BlockContents): number {
    const latest = this.#isTemplateTimed ? timestamp : Number.MAX_SAFE_INTEGER;
    return Number(this.#options.factory.difficultyOn(parent, latest, uncles.length));
  }
}

/** Returns the last time the pool polled its node. */
function askedAt({ policy, phase }: PoolJobs, now: number): number {
  const { pollSeconds } = policy;
  if (pollSeconds === 0) return now;
  return Math.max(0, phase + Math.floor((now - phase) / pollSeconds) * pollSeconds);
}

function drawFees({ fees }: ChildChain, luck: Random): bigint {
  switch (fees.kind) {
    case "constant":
      return BigInt(fees.amount);
    case "exponential":
      return BigInt(Math.round(fees.mean * luck.exponential()));
  }
}

const isAlike = (a: BlockContents, b: BlockContents): boolean =>
  a.parent === b.parent && a.timestamp === b.timestamp && a.uncles === b.uncles;
