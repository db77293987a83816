/**
 * Counts the child's blocks by outcome: main, uncle, lost or hidden. A block beside the main chain
 * is an uncle if one of the next main blocks lists it, so its outcome is known some blocks later.
 */
import { uncleGenerationsMax } from "@tandem/consensus";
import type { Check } from "../invariant.js";
import { ancestorsKept } from "../limits.js";
import { ChainMeasure } from "../measure/chain-measure.js";
import { Sample } from "../measure/distribution.js";
import { UncleTimes } from "../measure/uncle-times.js";
import type { ChildBlock } from "./block.js";
import type { Rewards } from "./rewards.js";

interface LedgerOptions {
  readonly genesis: ChildBlock;
  readonly groupCount: number;
  readonly groupOf: (pool: number) => number;
  readonly rewards: Rewards;
  readonly warmUpSeconds: number;
  /** The Unix seconds at the beginning of the simulation. */
  readonly epochSeconds: number;
  readonly check: Check;
}

export class ChildLedger {
  readonly measure: ChainMeasure;
  /** The uncles that main blocks list: by the group of their miner, and by distance from 1. */
  readonly unclesOf: number[];
  readonly distances: number[] = [];
  /** The main blocks by the number of uncles that they list. */
  readonly listed: number[] = [];
  readonly uncleTimes: UncleTimes = new UncleTimes();
  readonly timestamps: Sample = new Sample();
  readonly ages: Sample = new Sample();
  readonly #options: LedgerOptions;
  #fees = 0;
  #added = 0;
  #counted = 0;
  /** The newest settled main block. */
  #root: ChildBlock;
  #open: ChildBlock[] = [];
  /** Blocks beside the main chain that may still be listed. */
  #beside: ChildBlock[] = [];
  /** Main blocks whose ancestors are kept. */
  #kept: ChildBlock[];

  constructor(options: LedgerOptions) {
    const { genesis, groupCount } = options;
    this.#options = options;
    this.#root = genesis;
    this.#kept = [genesis];
    this.measure = new ChainMeasure(groupCount);
    this.unclesOf = new Array<number>(groupCount).fill(0);
  }

  /** The unsettled blocks in the order of finding. */
  get open(): readonly ChildBlock[] {
    return this.#open;
  }

  get fees(): number {
    return this.#fees;
  }

  /** Adds a block that any pool found. */
  add(block: ChildBlock): void {
    this.#added++;
    this.#open.push(block);
  }

  /**
   * Settles all blocks up to the newest common ancestor of these, and returns it.
   * @param tips every block on which a pool may build, and every one that a node has yet to receive; the set is
   * changed.
   */
  settle(tips: Set<ChildBlock>): ChildBlock {
    const common = this.#commonAncestorOf(tips);
    if (common !== this.#root) {
      this.#settleBranch(common, common.id);
      this.#closeBeside();
      this.#forget();
    }
    return common;
  }

  /** Settles all blocks at the end of the run: the branch that ends here is main. */
  finish(head: ChildBlock): void {
    const { rewards, check } = this.#options;
    this.#settleBranch(head, Number.POSITIVE_INFINITY);
    this.#addBeside(this.#beside);
    this.#beside = [];
    rewards.finish();
    const [counted, added] = [this.#counted, this.#added];
    check("all-blocks-are-counted", counted === added, () => `${counted} of ${added}`);
  }

  /** Looks at each unsettled block once, since in a partition as many blocks are in transit as are unsettled. */
  #commonAncestorOf(tips: Set<ChildBlock>): ChildBlock {
    const open = this.#open;
    for (let i = open.length - 1; tips.size > 1 && i >= 0; i--) {
      const block = open[i] as ChildBlock;
      if (tips.delete(block)) tips.add(block.parent ?? this.#root);
    }
    const [common = this.#root] = tips;
    return common;
  }

  #settleBranch(tip: ChildBlock, lastId: number): void {
    const branch: ChildBlock[] = [];
    for (
      let at: ChildBlock | undefined = tip;
      at !== undefined && at !== this.#root;
      at = at.parent
    ) {
      at.isMain = true;
      branch.push(at);
    }
    for (const block of branch.reverse()) this.#addMain(block);
    const open = this.#open;
    const firstOpen = open.findIndex(({ id }) => id > lastId);
    const settled = firstOpen < 0 ? open : open.slice(0, firstOpen);
    this.#open = firstOpen < 0 ? [] : open.slice(firstOpen);
    this.#beside = this.#beside.concat(settled.filter(({ isMain }) => !isMain));
  }

  #addMain(block: ChildBlock): void {
    const { warmUpSeconds, check } = this.#options;
    const root = this.#root;
    const { parent, header, uncles, foundAt } = block;
    check("main-chain-is-linked", parent === root, () => `block ${block.id} after ${root.id}`);
    const weight = uncles.reduce((sum, uncle) => sum + uncle.header.difficulty, header.difficulty);
    check("weights-add-up", root.totalDifficulty + weight === block.totalDifficulty, () => {
      return `block ${block.id} weighs ${block.totalDifficulty}`;
    });
    this.#counted++;
    for (const uncle of uncles) this.#addUncle(uncle, block);
    if (foundAt >= warmUpSeconds) this.#measureMain(block, root);
    this.#root = block;
    this.#kept.push(block);
  }

  #addUncle(uncle: ChildBlock, lister: ChildBlock): void {
    const { groupOf, warmUpSeconds, check } = this.#options;
    const { distances, unclesOf } = this;
    const { number } = lister.header;
    check("uncles-are-listed-once", uncle.listedAt === undefined && !uncle.isMain, () => {
      return `block ${uncle.id} is listed at ${number} and at ${uncle.listedAt ?? "its own height"}`;
    });
    uncle.listedAt = number;
    if (uncle.foundAt < warmUpSeconds) return;
    const distance = number - uncle.header.number;
    while (distances.length < distance) distances.push(0);
    distances[distance - 1] = (distances[distance - 1] as number) + 1;
    const group = groupOf(uncle.pool);
    unclesOf[group] = (unclesOf[group] as number) + 1;
  }

  #measureMain({ header, uncles, foundAt, pool }: ChildBlock, parent: ChildBlock): void {
    const { groupOf, rewards, warmUpSeconds, epochSeconds } = this.#options;
    const { listed } = this;
    const group = groupOf(pool);
    const paid = Number(header.paidFees);
    const count = uncles.filter((uncle) => uncle.foundAt >= warmUpSeconds).length;
    this.measure.addMain(group, {
      height: header.number,
      foundAt,
      difficulty: Number(header.difficulty),
      interval: foundAt - parent.foundAt,
      stale: count,
    });
    const elapsed = header.timestamp - parent.header.timestamp;
    this.timestamps.add(elapsed);
    this.uncleTimes.add(elapsed, count);
    while (listed.length <= count) listed.push(0);
    listed[count] = (listed[count] as number) + 1;
    this.ages.add(foundAt - (header.timestamp - epochSeconds));
    this.#fees += paid;
    // The fees of a measured block are shared with all siblings, those of the warm-up too.
    rewards.addMain({
      height: header.number,
      group,
      fees: paid,
      uncles: uncles.map((uncle) => ({ height: uncle.header.number, group: groupOf(uncle.pool) })),
    });
  }

  /** Settles the blocks that can no longer be listed as uncles. */
  #closeBeside(): void {
    const lowest = this.#root.header.number - uncleGenerationsMax;
    this.#addBeside(this.#beside.filter(({ header }) => header.number < lowest));
    this.#beside = this.#beside.filter(({ header }) => header.number >= lowest);
  }

  #addBeside(blocks: readonly ChildBlock[]): void {
    const { groupOf, warmUpSeconds } = this.#options;
    this.#counted += blocks.length;
    for (const { foundAt, pool, isPublished, listedAt } of blocks) {
      if (foundAt < warmUpSeconds) continue;
      if (isPublished || listedAt !== undefined) this.measure.addStale(groupOf(pool));
      else this.measure.addHidden(groupOf(pool));
    }
  }

  /** Drops old blocks, so that memory does not grow with the chain. */
  #forget(): void {
    const surplus = this.#kept.length - ancestorsKept;
    if (surplus <= 0) return;
    // The oldest block that remains has no ancestors either.
    for (const block of this.#kept.slice(0, surplus + 1)) {
      block.parent = undefined;
      block.epoch = undefined;
    }
    this.#kept = this.#kept.slice(surplus);
  }
}
