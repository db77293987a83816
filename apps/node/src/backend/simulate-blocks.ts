/** Simulates blocks of calls on any block (eth_simulateV1). */
import { envOf, unsealedHeader } from "@tandem/chain";
import { hashForMergedMining } from "@tandem/consensus";
import {
  type BlockRef,
  emptyBytes,
  hashHeader,
  type SimulationRequest,
  transactionsRootYielding,
  type UnsealedHeader,
  unsealedProof,
} from "@tandem/primitives";
import type { SimulatedBlock } from "@tandem/rpc";
import type { Cancellation } from "@tandem/runtime";
import { isPending, stateOf } from "./locate.js";
import type { ReadChain } from "./read-chain.js";
import { callTimeoutMs } from "./simulate.js";
import { planBlocks } from "./simulation-plan.js";

const hashOf = (header: UnsealedHeader) => hashHeader({ ...header, ...unsealedProof });

/**
 * Executes the blocks, each on the state after the previous one. The gas of the base block and the
 * time of a call limit all of them together.
 * @returns undefined if there is no such block.
 * @throws {Fault} `simulation-refused`, `bad-request`, `limit-exceeded`.
 */
export async function simulateBlocks(
  chain: ReadChain,
  { blocks, traceTransfers, validation }: SimulationRequest,
  ref: BlockRef,
  cancellation: Cancellation,
): Promise<readonly SimulatedBlock[] | undefined> {
  const at = await stateOf(chain, ref);
  const tip = at && chain.blocks.block(at.tip);
  if (at === undefined || tip === undefined) return undefined;
  const { header: base } = at;
  const { blockSeconds } = chain.spec;
  const planned = planBlocks({ base: envOf(base), blocks, blockSeconds, validation });
  const run = at.executor.simulation(callTimeoutMs, cancellation);
  const { hash: chainHash } = chain.blocks.ancestry(at.tip);
  let parentHash = isPending(ref) ? hashOf(base) : at.tip;
  const hashes = new Map([[base.number, parentHash]]);
  const ancestorHash = (number: number) => hashes.get(number) ?? chainHash(number);
  let { root } = at;
  let gasCap = base.gasLimit;
  let totalDifficulty = tip.totalDifficulty + (isPending(ref) ? base.difficulty : 0n);
  const simulated: SimulatedBlock[] = [];
  for (const { env, overrides, calls } of planned) {
    const options = {
      root,
      env,
      ancestorHash,
      overrides,
      calls,
      gasCap,
      traceTransfers,
      validation,
    };
    const outcome = await run(options);
    const transactionsRoot = await transactionsRootYielding(outcome.transactions);
    const unsealed = unsealedHeader(chain.spec, {
      parentHash,
      uncles: [],
      env,
      transactionsRoot,
      outcome,
      extraData: emptyBytes,
    });
    const header = { ...unsealed, ...unsealedProof };
    const { transactions } = outcome;
    const hash = hashHeader(header);
    totalDifficulty += env.difficulty;
    const computed = {
      totalDifficulty,
      hashForMergedMining: hashForMergedMining(unsealed, undefined),
    };
    const block = { header, transactions, uncles: [], hash, ...computed };
    simulated.push({ block, calls: outcome.calls });
    hashes.set(env.number, hash);
    parentHash = hash;
    root = outcome.stateRoot;
    gasCap -= outcome.gasUsed;
  }
  return simulated;
}
