/**
 * Counts the child's blocks by outcome: main, uncle, lost or hidden. A block beside the main chain
 * is an uncle if one of the next main blocks lists it, so its outcome is known some blocks later.
 */
import { uncleGenerationsMax } from "@tandem/consensus";
import type { Check } from "../invariant.js";
import { ancestorsKept } from "../limits.js";
import { type ChainMeasure, createChainMeasure } from "../measure/chain-measure.js";
import { createSample, type Sample } from "../measure/distribution.js";
import { createUncleTimes, type UncleTimes } from "../measure/uncle-times.js";
import type { ChildBlock } from "./block.js";
import type { Rewards } from "./rewards.js";

export interface ChildLedger {
  /** Adds a block that any pool found. */
  add(block: ChildBlock): void;
  /** The newest settled main block. */
  readonly root: ChildBlock;
  /** Settles all blocks up to this one, which every view contains. */
  settle(common: ChildBlock): void;
  /** Settles all blocks at the end of the run: the branch that ends here is main. */
  finish(head: ChildBlock): void;
  /** The unsettled blocks in the order of finding. */
  readonly open: readonly ChildBlock[];
  readonly measure: ChainMeasure;
  /** The uncles that main blocks list: by the line of their miner, and by distance from 1. */
  readonly unclesOf: readonly number[];
  readonly distances: readonly number[];
  /** The main blocks by the number of uncles that they list. */
  readonly listed: readonly number[];
  readonly uncleTimes: UncleTimes;
  readonly timestamps: Sample;
  readonly ages: Sample;
  readonly fees: number;
}

export function createChildLedger(options: {
  readonly genesis: ChildBlock;
  readonly lines: number;
  readonly groupOf: (pool: number) => number;
  readonly rewards: Rewards;
  readonly warmUpSeconds: number;
  /** The Unix seconds at the beginning of the simulation. */
  readonly epochSeconds: number;
  readonly check: Check;
}): ChildLedger {
  const { groupOf, rewards, warmUpSeconds, epochSeconds, check } = options;
  const measure = createChainMeasure(options.lines);
  const unclesOf = new Array<number>(options.lines).fill(0);
  const distances: number[] = [];
  const listed: number[] = [];
  const uncleTimes = createUncleTimes();
  const timestamps = createSample();
  const ages = createSample();
  let fees = 0;
  let added = 0;
  let counted = 0;
  let root = options.genesis;
  let open: ChildBlock[] = [];
  /** Blocks beside the main chain that may still be listed. */
  let beside: ChildBlock[] = [];
  /** Main blocks whose ancestors are kept. */
  let kept: ChildBlock[] = [root];

  function addUncle(uncle: ChildBlock, lister: ChildBlock): void {
    const { number } = lister.header;
    check("uncles-are-listed-once", uncle.listedAt === undefined && !uncle.isMain, () => {
      return `block ${uncle.id} is listed at ${number} and at ${uncle.listedAt ?? "its own height"}`;
    });
    uncle.listedAt = number;
    if (uncle.foundAt < warmUpSeconds) return;
    const distance = number - uncle.header.number;
    while (distances.length < distance) distances.push(0);
    distances[distance - 1] = (distances[distance - 1] as number) + 1;
    const line = groupOf(uncle.pool);
    unclesOf[line] = (unclesOf[line] as number) + 1;
  }

  function addMain(block: ChildBlock): void {
    const { parent, header, uncles, foundAt } = block;
    check("main-chain-is-linked", parent === root, () => `block ${block.id} after ${root.id}`);
    const weight = uncles.reduce((sum, uncle) => sum + uncle.header.difficulty, header.difficulty);
    check("weights-add-up", root.totalDifficulty + weight === block.totalDifficulty, () => {
      return `block ${block.id} weighs ${block.totalDifficulty}`;
    });
    counted++;
    for (const uncle of uncles) addUncle(uncle, block);
    if (foundAt >= warmUpSeconds) measureMain(block, root);
    root = block;
    kept.push(block);
  }

  function measureMain({ header, uncles, foundAt, pool }: ChildBlock, parent: ChildBlock): void {
    const line = groupOf(pool);
    const paid = Number(header.paidFees);
    const count = uncles.filter((uncle) => uncle.foundAt >= warmUpSeconds).length;
    measure.addMain(line, {
      height: header.number,
      foundAt,
      difficulty: Number(header.difficulty),
      interval: foundAt - parent.foundAt,
      stale: count,
    });
    const elapsed = header.timestamp - parent.header.timestamp;
    timestamps.add(elapsed);
    uncleTimes.add(elapsed, count);
    while (listed.length <= count) listed.push(0);
    listed[count] = (listed[count] as number) + 1;
    ages.add(foundAt - (header.timestamp - epochSeconds));
    fees += paid;
    // The fees of a measured block are shared with all siblings, those of the warm-up too.
    rewards.addMain({
      height: header.number,
      line,
      fees: paid,
      uncles: uncles.map((uncle) => ({ height: uncle.header.number, line: groupOf(uncle.pool) })),
    });
  }

  function addBeside(blocks: readonly ChildBlock[]): void {
    counted += blocks.length;
    for (const { foundAt, pool, isPublished, listedAt } of blocks) {
      if (foundAt < warmUpSeconds) continue;
      if (isPublished || listedAt !== undefined) measure.addStale(groupOf(pool));
      else measure.addHidden(groupOf(pool));
    }
  }

  function settleBranch(tip: ChildBlock, lastId: number): void {
    const branch: ChildBlock[] = [];
    for (let at: ChildBlock | undefined = tip; at !== undefined && at !== root; at = at.parent) {
      at.isMain = true;
      branch.push(at);
    }
    for (const block of branch.reverse()) addMain(block);
    const firstOpen = open.findIndex(({ id }) => id > lastId);
    const settled = firstOpen < 0 ? open : open.slice(0, firstOpen);
    open = firstOpen < 0 ? [] : open.slice(firstOpen);
    beside.push(...settled.filter(({ isMain }) => !isMain));
  }

  /** Settles the blocks that can no longer be listed as uncles. */
  function closeBeside(): void {
    const lowest = root.header.number - uncleGenerationsMax;
    addBeside(beside.filter(({ header }) => header.number < lowest));
    beside = beside.filter(({ header }) => header.number >= lowest);
  }

  /** Drops old blocks, so that memory does not grow with the chain. */
  function forget(): void {
    const surplus = kept.length - ancestorsKept;
    if (surplus <= 0) return;
    for (const block of kept.slice(0, surplus)) {
      block.parent = undefined;
      block.epoch = undefined;
    }
    kept = kept.slice(surplus);
    const oldest = kept[0] as ChildBlock;
    oldest.parent = undefined;
    oldest.epoch = undefined;
  }

  return {
    add(block) {
      added++;
      open.push(block);
    },
    get root() {
      return root;
    },
    settle(common) {
      if (common === root) return;
      settleBranch(common, common.id);
      closeBeside();
      forget();
    },
    finish(head) {
      settleBranch(head, Number.POSITIVE_INFINITY);
      addBeside(beside);
      beside = [];
      rewards.finish();
      check("all-blocks-are-counted", counted === added, () => `${counted} of ${added}`);
    },
    get open() {
      return open;
    },
    measure,
    unclesOf,
    distances,
    listed,
    uncleTimes,
    timestamps,
    ages,
    get fees() {
      return fees;
    },
  };
}
