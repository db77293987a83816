/** Provides the data of the first page: the newest blocks and transactions. */

import { toHex } from "@tandem/primitives";
import type { Calls } from "@tandem/rpc/client";
import type { BranchBlock, ListedBlock, Receipt, Transaction, Uncle } from "../session/answers.js";
import { RecentBlocks } from "../session/recent-blocks.js";
import type { Head, Session } from "../session/session.js";
import { ChainTree, type SeenReorg, type TreeBlock, type TreeNode } from "../tree/chain-tree.js";

export interface ListedTransaction {
  readonly transaction: Transaction;
  /** 1 is success, 0 is failure. */
  readonly status: Receipt["status"];
}

export interface HomeFacts {
  /** The blocks, newest first. */
  readonly blocks: readonly ListedBlock[];
  /** The transactions, newest first. */
  readonly transactions: readonly ListedTransaction[];
  /** The nodes in the order of their heights. */
  readonly tree: readonly TreeNode[];
  readonly reorgs: readonly SeenReorg[];
  readonly chainId: bigint | number;
  readonly client: string;
}

/** The number of heights in the tree; the list has the newest of them. */
const treeHeights = 50;
export const shownBlocks = 15;
const shownTransactions = 15;
/** The number of blocks that are searched for the newest transactions, because some are empty. */
const searchedBlocks = 5;

/** Reads the data again for each head. Heads that arrive during a read are handled together. */
export class HomeFeed {
  readonly #client: Session["client"];
  readonly #blocks: RecentBlocks;
  readonly #tree = new ChainTree(treeHeights);

  constructor({ client }: Session) {
    this.#client = client;
    this.#blocks = new RecentBlocks(client, treeHeights);
  }

  /** Returns undefined if the node does not have the head: it has another chain meanwhile. */
  async read(head: Head): Promise<HomeFacts | undefined> {
    const [blocks, chainId, client] = await Promise.all([
      this.#blocks.upTo(head),
      this.#client.eth_chainId(),
      this.#client.web3_clientVersion(),
    ]);
    if (blocks.length === 0) return undefined;
    const transactions = await newest(this.#client, blocks);
    await this.#grow(blocks);
    const tree = this.#tree.nodes();
    return { blocks, transactions, tree, reorgs: this.#tree.reorgs, chainId, client };
  }

  async #grow(blocks: readonly ListedBlock[]): Promise<void> {
    this.#tree.setChain(blocks.map(treeBlockOf));
    await this.#addBranches(blocks);
    const listed = blocks.flatMap(({ hash = zeroHash, uncles }) =>
      uncles.map((uncle, index) => ({ hash, index, uncle: toHex(uncle) })),
    );
    for (const { uncle } of listed) this.#tree.markUncle(uncle);
    const isNew = ({ uncle }: { readonly uncle: string }) => !this.#tree.has(uncle);
    const answers = await Promise.all(
      listed
        .filter(isNew)
        .map(({ hash, index }) => this.#client.eth_getUncleByBlockHashAndIndex({ hash, index })),
    );
    for (const uncle of answers) if (uncle !== undefined) this.#tree.add(treeBlockOf(uncle));
  }

  /**
   * Adds the blocks off the canonical chain. A block of a branch can arrive late, at any of the
   * heights.
   */
  async #addBranches(blocks: readonly ListedBlock[]): Promise<void> {
    const from = blocks.at(-1)?.number ?? 0;
    const found = await this.#client.tandem_getBlocksByHeight({ from, count: treeHeights });
    for (const block of found) this.#tree.add(treeBlockOf(block));
  }
}

const zeroHash = new Uint8Array(32);

/** Returns the tree's data of a block. The number of transactions is unknown off the canonical chain. */
const treeBlockOf = (block: ListedBlock | Uncle | BranchBlock): TreeBlock => ({
  hash: toHex(block.hash ?? zeroHash),
  parentHash: toHex(block.parentHash),
  number: block.number ?? 0,
  transactions: "transactionCount" in block ? block.transactionCount : undefined,
});

async function newest(
  client: Pick<Calls, "ots_getBlockTransactions">,
  blocks: readonly ListedBlock[],
): Promise<readonly ListedTransaction[]> {
  const withTransactions = blocks
    .filter(({ transactionCount }) => transactionCount > 0)
    .slice(0, searchedBlocks);
  const pages = await Promise.all(
    withTransactions.map(({ number = 0 }) =>
      client.ots_getBlockTransactions({ block: { number }, page: 0, size: shownTransactions }),
    ),
  );
  return pages.flatMap(listed).slice(0, shownTransactions);
}

type Page = Awaited<ReturnType<Calls["ots_getBlockTransactions"]>>;

/** Returns the transactions of a page, last first; none of a block that a reorg removed meanwhile. */
function listed(page: Page): readonly ListedTransaction[] {
  if (page === undefined) return [];
  const { fullblock, receipts } = page;
  return fullblock.transactions
    .map((transaction, i) => ({ transaction, status: receipts[i]?.status ?? 0 }))
    .reverse();
}
