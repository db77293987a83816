/** Implements the methods that contract/eth/fees.ts declares. */

import type { BlockHash, BlockRef, Header, PricesPaid } from "@tandem/primitives";
import { isSliceOver, nextSliceUnlessCancelled } from "@tandem/runtime";
import type { ChainApi } from "../../backend/chain-api.js";
import { RpcError } from "../../contract/errors.js";
import type * as contract from "../../contract/eth/fees.js";
import { feeBlocksMax } from "../../contract/limits.js";
import type { Handler } from "../handler.js";

export const feeHistory: Handler<typeof contract.feeHistory> = async (node, params, call) => {
  const { newestBlock, rewardPercentiles } = params;
  const blockCount = Math.min(params.blockCount, feeBlocksMax);
  const hasRewards = rewardPercentiles.length > 0;
  if (blockCount === 0) return hasRewards ? { ...noBlocks, reward: [] } : noBlocks;
  const newest = heightOf(node, newestBlock);
  const next = nextFloor(node, newest);
  const blocks: BlockFees[] = [];
  const last = node.blockHash({ number: newest });
  for (const { hash, header } of lastBlocks(node, last, blockCount)) {
    if (isSliceOver()) await nextSliceUnlessCancelled(call);
    const paid = hasRewards ? node.pricesPaid(hash) : undefined;
    const prices = paid instanceof Promise ? await paid : paid;
    const rewards = rewardsOf(header, prices ?? new Map(), rewardPercentiles);
    blocks.push({ header, rewards });
  }
  blocks.reverse();
  const floors = blocks.map(({ header }) => header.minimumGasPrice);
  return {
    oldestBlock: blocks[0]?.header.number ?? newest + 1,
    baseFeePerGas: [...floors, next],
    gasUsedRatio: blocks.map(({ header }) => usedRatio(header)),
    ...(hasRewards ? { reward: blocks.map(({ rewards }) => rewards) } : {}),
  };
};

/** The history of no blocks, whatever the newest one is, as geth answers it. */
const noBlocks = { oldestBlock: 0, baseFeePerGas: [], gasUsedRatio: [] };

interface BlockFees {
  readonly header: Header;
  /** The wei above the minimum gas price at each percentile. */
  readonly rewards: bigint[];
}

/**
 * Iterates over blocks from `last` to older ones. Each is found by its child, so that all are of one
 * branch when the head moves. A forked chain has none of the blocks before the fork, and of the forked one only
 * what replaces it, without its transactions.
 */
function* lastBlocks(node: ChainApi, last: BlockHash | undefined, count: number) {
  let hash = last;
  for (let i = 0; i < count; i++) {
    const header = hash && node.header(hash);
    if (hash === undefined || header === undefined) return;
    const isReplaced = header.number > 0 && node.header(header.parentHash) === undefined;
    if (isReplaced) return;
    yield { hash, header };
    hash = header.parentHash;
  }
}

function heightOf(node: ChainApi, ref: BlockRef): number {
  const head = node.headNumber();
  if ("tag" in ref && (ref.tag === "latest" || ref.tag === "pending")) return head;
  const height = "number" in ref ? ref.number : (headerAt(node, ref)?.number ?? 0);
  if (height <= head) return height;
  throw new RpcError("refused", `request beyond head block: requested ${height}, head ${head}`);
}

function headerAt(node: ChainApi, ref: BlockRef): Header | undefined {
  const hash = node.blockHash(ref);
  return hash && node.header(hash);
}

/** Returns the minimum gas price of the block after `height`. */
function nextFloor(node: ChainApi, height: number): bigint {
  if (height >= node.headNumber()) return node.nextMinimumGasPrice();
  return headerAt(node, { number: height + 1 })?.minimumGasPrice ?? 0n;
}

const usedRatio = ({ gasUsed, gasLimit }: Header): number =>
  gasLimit === 0n ? 0 : Number(gasUsed) / Number(gasLimit);

/**
 * Returns the wei above the minimum gas price at each percentile of the block's gas; zeros for an
 * empty block.
 */
function rewardsOf(header: Header, prices: PricesPaid, percentiles: readonly number[]): bigint[] {
  const ascending = [...prices].sort(([a], [b]) => (a < b ? -1 : 1));
  let at = 0;
  let gas = ascending[0]?.[1].gas ?? 0n;
  return percentiles.map((percentile) => {
    const threshold = (Number(header.gasUsed) * percentile) / 100;
    while (at < ascending.length - 1 && Number(gas) < threshold) {
      at += 1;
      gas += ascending[at]?.[1].gas ?? 0n;
    }
    const price = ascending[at]?.[0];
    return price === undefined ? 0n : price - header.minimumGasPrice;
  });
}
