/** Computes the wei that groups of pools earn from main blocks in order, by the scenario's rule. */
import { uncleGenerationsMax } from "@tandem/consensus";
import { createRewardBalance, type RewardedBlock, type Sibling, shareOut } from "./remasc.js";

export interface Rewards {
  /** @param block.uncles the uncles that the block lists, with their heights. */
  addMain(block: {
    readonly height: number;
    readonly group: number;
    readonly fees: number;
    readonly uncles: readonly { readonly height: number; readonly group: number }[];
  }): void;
  /** Pays the blocks that still wait for siblings. */
  finish(): void;
  /** The wei of each group. */
  readonly earned: readonly number[];
}

/** Creates the rule by which a block's miner receives all its fees. */
export function createMinerRewards(groupCount: number): Rewards {
  const earned = new Array<number>(groupCount).fill(0);
  return {
    addMain({ group, fees }) {
      earned[group] = (earned[group] as number) + fees;
    },
    finish() {},
    earned,
  };
}

/** Creates the reward contract's rule: shares are paid once no later block can list a sibling. */
export function createRemascRewards(groupCount: number): Rewards {
  const earned = new Array<number>(groupCount).fill(0);
  const waiting = new Map<
    number,
    { readonly group: number; readonly fees: number; readonly siblings: Sibling[] }
  >();
  const takeIn = createRewardBalance();

  function pay(height: number): void {
    const block = waiting.get(height);
    if (block === undefined) return;
    waiting.delete(height);
    const rewarded: RewardedBlock = block;
    for (const { group, amount } of shareOut(takeIn(block.fees), rewarded)) {
      earned[group] = (earned[group] as number) + amount;
    }
  }

  return {
    addMain({ height, group, fees, uncles }) {
      waiting.set(height, { group, fees, siblings: [] });
      for (const uncle of uncles) {
        const distance = height - uncle.height;
        waiting
          .get(uncle.height)
          ?.siblings.push({ group: uncle.group, publisher: group, distance });
      }
      pay(height - uncleGenerationsMax);
    },
    finish() {
      for (const height of [...waiting.keys()].sort((a, b) => a - b)) pay(height);
    },
    earned,
  };
}
