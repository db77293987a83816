/** Mines uncles and branches on demand, and selects the block to build on. */
import { type Branching, Fault, toHex } from "@tandem/primitives";
import type { BuildTip } from "../building/build-tip.js";
import { mineBranch } from "../mining/mine-branch.js";
import { mineUncle, type RivalContext } from "../mining/mine-uncle.js";
import type { Miner } from "../mining/miner.js";

export function createDevelopment(
  context: RivalContext & { readonly buildTip: BuildTip },
  miner: Miner,
): Branching {
  const { blocks, buildTip } = context;
  const tip = () => buildTip.tip().hash;
  return {
    mineUncle: async (depth) =>
      (await miner.runExclusive((sealing) => mineUncle(context, depth, sealing))).hash,
    mineBranch: (request) => miner.runExclusive((sealing) => mineBranch(context, request, sealing)),
    extend(hash) {
      const block = hash && blocks.block(hash);
      if (hash !== undefined && block === undefined) {
        const message = `block: expected the hash of a block that is known, got ${toHex(hash)}`;
        throw new Fault({ code: "bad-request", message });
      }
      buildTip.choose(block);
      // A pending transaction may be ready there and not on the previous tip.
      miner.wake();
      return tip();
    },
    tip,
  };
}
