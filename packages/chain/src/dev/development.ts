/** What a developer asks of a chain that a miner would not do: uncles and branches, on demand. */
import { type BlockHash, Fault, toHex } from "@tandem/primitives";
import type { BuildTip } from "../mining/build-tip.js";
import { type BranchRequest, type MinedBranch, mineBranch } from "../mining/mine-branch.js";
import { mineUncle, type RivalContext } from "../mining/mine-uncle.js";
import type { Miner } from "../mining/miner.js";

export interface Development {
  /**
   * Makes a block beside the one `depth` below the head, which loses to it.
   * @returns its hash. @throws {Fault} `bad-request` when the next block could not list it.
   */
  mineUncle(depth: number): Promise<BlockHash>;
  /** @throws {Fault} `bad-request`, naming the transaction that is at fault. */
  mineBranch(request: BranchRequest): Promise<MinedBranch>;
  /**
   * Makes the miner build on this block's branch until it is canonical; undefined selects the head
   * again. The choice is not stored.
   * @returns hash of the block it builds on. @throws {Fault} `bad-request` for an unknown block.
   */
  extend(hash: BlockHash | undefined): BlockHash;
  /** Hash of the block the miner builds on. */
  tip(): BlockHash;
}

export function createDevelopment(
  context: RivalContext & { readonly buildTip: BuildTip },
  miner: Miner,
): Development {
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
      // A waiting transaction may be ready there and not on the previous tip.
      void miner.wake();
      return tip();
    },
    tip,
  };
}
