/** Implements the methods that contract/eth/fees.ts declares. */

import { type BlockRef, Fault } from "@tandem/primitives";
import { isSliceOver, nextSlice } from "@tandem/runtime";
import { RpcError } from "../../contract/errors.js";
import type * as contract from "../../contract/eth/fees.js";
import type { ChainApi, ShownBlock, ShownReceipt } from "../../server/backend/chain-api.js";
import type { Handler } from "../handler.js";

/** The maximum number of blocks in one request, as in other nodes. */
const feeBlocksMax = 1024;

export const feeHistory: Handler<typeof contract.feeHistory> = async (node, params, call) => {
  const { blockCount, newestBlock, rewardPercentiles } = params;
  if (blockCount > feeBlocksMax) {
    throw new Fault({ code: "limit-exceeded", limit: "fee-blocks", max: feeBlocksMax });
  }
  const newest = await heightOf(node, newestBlock);
  let oldest = Math.max(newest - blockCount + 1, 0);
  const floors: bigint[] = [];
  const ratios: number[] = [];
  const rewards: bigint[][] = [];
  for (let height = oldest; height <= newest; height++) {
    if (isSliceOver()) await nextSlice();
    call.signal.throwIfAborted();
    const block = await node.block({ number: height });
    // A forked chain has none of the blocks before the fork.
    if (block === undefined && floors.length === 0) oldest = height + 1;
    if (block === undefined) continue;
    const { minimumGasPrice, gasUsed, gasLimit } = block.header;
    floors.push(minimumGasPrice);
    ratios.push(gasLimit === 0n ? 0 : Number(gasUsed) / Number(gasLimit));
    if (rewardPercentiles.length > 0) rewards.push(await rewardsOf(node, block, rewardPercentiles));
  }
  const next = await nextFloor(node, newest);
  return {
    oldestBlock: oldest,
    baseFeePerGas: blockCount === 0 ? [] : [...floors, next],
    gasUsedRatio: ratios,
    ...(rewardPercentiles.length === 0 ? {} : { reward: rewards }),
  };
};

async function heightOf(node: ChainApi, ref: BlockRef): Promise<number> {
  const head = node.headNumber();
  if ("tag" in ref && (ref.tag === "latest" || ref.tag === "pending")) return head;
  const height = "number" in ref ? ref.number : ((await node.block(ref))?.header.number ?? 0);
  if (height <= head) return height;
  throw new RpcError("refused", `request beyond head block: requested ${height}, head ${head}`);
}

/**
 * Returns the minimum gas price of the block after `height`; a future block is expected to keep its
 * parent's.
 */
async function nextFloor(node: ChainApi, height: number): Promise<bigint> {
  const next = await node.block({ number: height + 1 });
  const block = next ?? (await node.block({ number: height }));
  return block?.header.minimumGasPrice ?? 0n;
}

/**
 * Returns the wei above the minimum gas price at each percentile of the block's gas; zeros for an
 * empty block.
 */
async function rewardsOf(node: ChainApi, block: ShownBlock, percentiles: readonly number[]) {
  const { hash, header } = block;
  const receipts = hash && (await node.blockReceipts({ hash }));
  const paid = (receipts ?? []).map(({ receipt }: ShownReceipt) => ({
    gas: receipt.gasUsed,
    tip: receipt.effectiveGasPrice - header.minimumGasPrice,
  }));
  paid.sort((a, b) => Number(a.tip - b.tip));
  let at = 0;
  let gas = paid[0]?.gas ?? 0n;
  return percentiles.map((percentile) => {
    const threshold = (Number(header.gasUsed) * percentile) / 100;
    while (at < paid.length - 1 && Number(gas) < threshold) {
      at += 1;
      gas += paid[at]?.gas ?? 0n;
    }
    return paid[at]?.tip ?? 0n;
  });
}
