/** Connects the fork monitor to the node's chain: its canonical blocks and its reorgs. */
import type { Chain } from "@tandem/chain";
import { type MainChain, type MainChainBlock, mainChainBlockOf } from "@tandem/consensus";
import { toHex } from "@tandem/primitives";
import { type Logger, LruMap } from "@tandem/runtime";
import type { BitcoinRpc } from "../bitcoin-node/rpc.js";
import { ForkWatch } from "./fork-watch.js";
import { forkWatchLimits } from "./limits.js";

/** Returns the canonical blocks of a chain without genesis, which has no merged mining. */
function mainChainOf({ blocks, head, resolve }: Chain): MainChain {
  const known = new LruMap<string, MainChainBlock>(forkWatchLimits.mainBlocksMax);
  return {
    headHeight: () => head().header.number,
    block(height) {
      const hash = height === 0 ? undefined : resolve({ number: height });
      if (hash === undefined) return undefined;
      const key = toHex(hash);
      const kept = known.get(key);
      if (kept !== undefined) return kept;
      const header = blocks.header(hash as Parameters<typeof blocks.header>[0]);
      if (header === undefined) return undefined;
      const block = mainChainBlockOf(header);
      known.set(key, block);
      return block;
    },
  };
}

/** Returns a monitor of the blocks of a Bitcoin node, which reads nothing before it is started. */
export function watchForks(rpc: BitcoinRpc, chain: Chain, logger: Logger): ForkWatch {
  const watch = new ForkWatch({ rpc, mainChain: mainChainOf(chain), logger });
  chain.onHeadMoved(({ removed }) => {
    if (removed.length > 0) watch.noteReorg();
  });
  return watch;
}
