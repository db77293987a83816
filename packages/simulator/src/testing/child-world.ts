/** Provides child blocks from the factory for tests, which decide when they are found. */
import { BitcoinTree, genesisId } from "../bitcoin/tree.js";
import { BitcoinHeaders } from "../child/bitcoin-headers.js";
import type { ChildBlock } from "../child/block.js";
import { BlockFactory } from "../child/block-factory.js";
import { childSpec } from "../child/chain-spec.js";
import type { ChildChain } from "../scenario/chains.js";
import { parseScenario, type Scenario } from "../scenario/scenario.js";

export interface ChildWorld {
  readonly scenario: Scenario;
  readonly child: ChildChain;
  readonly factory: BlockFactory;
  /**
   * Mines a block on `parent`, found so many seconds after the beginning.
   * @throws {Error} when it is refused.
   */
  mine(parent: ChildBlock, options: MineOptions): ChildBlock;
  /** Mines a chain of so many blocks on `parent`, one every 14 seconds. */
  grow(parent: ChildBlock, count: number): ChildBlock;
}

export interface MineOptions {
  readonly now: number;
  readonly pool?: number;
  readonly uncles?: readonly ChildBlock[];
  readonly paidFees?: bigint;
  /** The seconds by which the Bitcoin header is ahead of the block. */
  readonly bitcoinAhead?: number;
}

/** @param places the number of nodes, including the observer. */
export function createChildWorld(places = 4): ChildWorld {
  const scenario = parseScenario({
    about: "Blocks on demand.",
    stop: { hours: 1 },
    child: {},
    pools: [{ name: "all", share: 1 }],
  });
  const child = scenario.child as ChildChain;
  const spec = childSpec(scenario, child);
  const factory = new BlockFactory(spec, places);
  const tree = new BitcoinTree({
    blockSeconds: 600,
    isRetargeting: false,
    startDifficulty: 1e15,
  });
  const headers = new BitcoinHeaders(tree);

  function mine(parent: ChildBlock, options: MineOptions): ChildBlock {
    const { now, pool = 0, uncles = [], paidFees = 0n, bitcoinAhead = 0 } = options;
    const timestamp = spec.genesis.timestamp + now;
    const template = factory.createTemplate({ parent, uncles, timestamp, paidFees }, pool);
    const tag = template.work.hashForMergedMining;
    const parts = headers.make({ parent: genesisId, time: timestamp + bitcoinAhead, tag });
    const made = factory.make(template, { parts, pool, now });
    if ("rule" in made) throw new Error(made.rule);
    return made;
  }

  return {
    scenario,
    child,
    factory,
    mine,
    grow(parent, count) {
      let tip = parent;
      for (let i = 1; i <= count; i++) tip = mine(tip, { now: tip.foundAt + 14 });
      return tip;
    },
  };
}
