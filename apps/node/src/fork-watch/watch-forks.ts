/** Watches for hidden branches of the node's chain: tells the watch of canonical blocks and reorgs. */
import type { Chain } from "@tandem/chain";
import { type MainChain, type MainChainBlock, mainChainBlockOf } from "@tandem/consensus";
import { toHex } from "@tandem/primitives";
import { type Logger, LruMap } from "@tandem/runtime";
import type { BitcoinRpc } from "../bitcoin-node/rpc.js";
import { ForkWatch } from "./fork-watch.js";
import { forkWatchLimits } from "./limits.js";

/** Returns the canonical blocks of a chain but the first, which nothing was mined for. */
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

/** Returns a watch over the blocks of a Bitcoin node, which does not read before it is started. */
export function watchForks(rpc: BitcoinRpc, chain: Chain, logger: Logger): ForkWatch {
  const watch = new ForkWatch({ rpc, mainChain: mainChainOf(chain), logger });
  chain.onHeadMoved(({ removed }) => {
    if (removed.length > 0) watch.noteReorg();
  });
  return watch;
}
