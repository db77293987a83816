/** Reads a block and pages of its transactions. */
import { type BlockRef, type BlockTag, bytesOfHex, isEqual } from "@tandem/primitives";
import type { Calls } from "@tandem/rpc/client";
import type { BlockDetails, Receipt, Transaction, Uncle } from "../session/answers.js";

export interface ShownBlock {
  readonly details: BlockDetails;
  readonly hash: Uint8Array;
  readonly number: number;
  /** Is false for a block of a losing branch, an uncle among them. */
  readonly isCanonical: boolean;
  readonly uncles: readonly Uncle[];
}

type BlockReads = Pick<
  Calls,
  | "ots_getBlockDetails"
  | "ots_getBlockDetailsByHash"
  | "eth_getBlockByNumber"
  | "eth_getUncleByBlockHashAndIndex"
>;

/** @param id a height in decimal, a hash in hex, or a tag. */
export async function readBlock(reads: BlockReads, id: string): Promise<ShownBlock | undefined> {
  const details = id.startsWith("0x")
    ? await reads.ots_getBlockDetailsByHash({ hash: bytesOfHex(id) as Uint8Array })
    : await reads.ots_getBlockDetails({ block: heightOrTag(id) });
  const { hash, number, uncles } = details?.block ?? {};
  if (details === undefined || hash === undefined || number === undefined) return undefined;
  const [canonical, ...shownUncles] = await Promise.all([
    reads.eth_getBlockByNumber({ block: { number } }),
    ...(uncles ?? []).map((_, index) => reads.eth_getUncleByBlockHashAndIndex({ hash, index })),
  ]);
  return {
    details,
    hash,
    number,
    isCanonical: canonical?.hash !== undefined && isEqual(canonical.hash, hash),
    uncles: shownUncles.filter((uncle) => uncle !== undefined),
  };
}

const heightOrTag = (id: string): BlockRef =>
  /^\d+$/.test(id) ? { number: Number(id) } : { tag: id as BlockTag };

export interface BlockTransaction {
  readonly index: number;
  readonly transaction: Transaction;
  /** Is undefined off the canonical chain. */
  readonly receipt: Receipt | undefined;
}

type TransactionReads = Pick<
  Calls,
  "eth_getTransactionByBlockHashAndIndex" | "eth_getTransactionReceipt"
>;

export const pageSize = 25;

/** Returns the transactions of a page, from 0, in the order of the block. */
export async function readTransactions(
  reads: TransactionReads,
  block: ShownBlock,
  page: number,
): Promise<readonly BlockTransaction[]> {
  const { hash, details, isCanonical } = block;
  const first = page * pageSize;
  const count = Math.max(0, Math.min(pageSize, details.block.transactionCount - first));
  const rows = Array.from({ length: count }, async (_, i) => {
    const index = first + i;
    const transaction = await reads.eth_getTransactionByBlockHashAndIndex({ hash, index });
    if (transaction === undefined) return [];
    const receipt = isCanonical
      ? await reads.eth_getTransactionReceipt({ hash: transaction.hash })
      : undefined;
    return [{ index, transaction, receipt }];
  });
  return (await Promise.all(rows)).flat();
}
