/** Computes the wei that lines earn from main blocks in order, by the scenario's rule. */
import { uncleGenerationsMax } from "@tandem/consensus";
import { createRewardBalance, type RewardedBlock, type Sibling, shareOut } from "./remasc.js";

export interface Rewards {
  /** @param block.uncles the uncles that the block lists, with their heights. */
  addMain(block: {
    readonly height: number;
    readonly line: number;
    readonly fees: number;
    readonly uncles: readonly { readonly height: number; readonly line: number }[];
  }): void;
  /** Pays the blocks that still wait for siblings. */
  finish(): void;
  /** The wei of each line. */
  readonly earned: readonly number[];
}

/** Creates the rule by which a block's miner receives all its fees. */
export function createMinerRewards(lines: number): Rewards {
  const earned = new Array<number>(lines).fill(0);
  return {
    addMain({ line, fees }) {
      earned[line] = (earned[line] as number) + fees;
    },
    finish() {},
    earned,
  };
}

/** Creates the reward contract's rule: shares are paid once no later block can list a sibling. */
export function createRemascRewards(lines: number): Rewards {
  const earned = new Array<number>(lines).fill(0);
  const waiting = new Map<
    number,
    { readonly line: number; readonly fees: number; readonly siblings: Sibling[] }
  >();
  const takeIn = createRewardBalance();

  function pay(height: number): void {
    const block = waiting.get(height);
    if (block === undefined) return;
    waiting.delete(height);
    const rewarded: RewardedBlock = block;
    for (const { line, amount } of shareOut(takeIn(block.fees), rewarded)) {
      earned[line] = (earned[line] as number) + amount;
    }
  }

  return {
    addMain({ height, line, fees, uncles }) {
      waiting.set(height, { line, fees, siblings: [] });
      for (const uncle of uncles) {
        const distance = height - uncle.height;
        waiting.get(uncle.height)?.siblings.push({ line: uncle.line, publisher: line, distance });
      }
      pay(height - uncleGenerationsMax);
    },
    finish() {
      for (const height of [...waiting.keys()].sort((a, b) => a - b)) pay(height);
    },
    earned,
  };
}
