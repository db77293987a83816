/** Provides the data of the first page: the newest blocks and transactions. */

import { isEqual, toHex } from "@tandem/primitives";
import type { BranchBlock, ListedBlock, Receipt, Transaction, Uncle } from "../session/answers.js";
import { RecentBlocks } from "../session/recent-blocks.js";
import type { Head, Session } from "../session/session.js";
import { ChainTree, type SeenReorg, type TreeBlock, type TreeNode } from "../tree/chain-tree.js";

export interface ListedTransaction {
  readonly transaction: Transaction;
  /** 1 is success, 0 is failure; undefined if the receipt does not tell. */
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
/** The number of transactions in the list, which is then as high as that of the blocks. */
const shownTransactions = 9;

/** Reads the data again for each head. Heads that arrive during a read are handled together. */
export class HomeFeed {
  readonly #client: Session["client"];
  readonly #blocks: RecentBlocks;
  readonly #tree = new ChainTree(treeHeights);
  /** The newest transactions of the blocks whose transactions were read last, by the blocks' hashes. */
  #read: ReadonlyMap<string, readonly ListedTransaction[]> = new Map();

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
    const transactions = await this.#newest(blocks);
    await this.#grow(blocks);
    const tree = this.#tree.nodes();
    return { blocks, transactions, tree, reorgs: this.#tree.reorgs, chainId, client };
  }

  /** Returns the newest transactions of the chain. Each block is read once. */
  async #newest(blocks: readonly ListedBlock[]): Promise<readonly ListedTransaction[]> {
    const filled = blocks
      .filter(({ transactionCount }) => transactionCount > 0)
      .slice(0, shownTransactions);
    const read = await Promise.all(
      filled.map(async ({ number = 0, hash = zeroHash }) => {
        const id = toHex(hash);
        return [id, this.#read.get(id) ?? (await this.#transactionsOf(number, hash))] as const;
      }),
    );
    this.#read = new Map(read.filter(([, transactions]) => transactions.length > 0));
    return read.flatMap(([, transactions]) => transactions).slice(0, shownTransactions);
  }

  /** Returns the newest transactions of a block, last first; none if a reorg removed it meanwhile. */
  async #transactionsOf(number: number, hash: Uint8Array): Promise<readonly ListedTransaction[]> {
    const page = await this.#client.ots_getBlockTransactions({
      block: { number },
      page: 0,
      size: shownTransactions,
    });
    if (page === undefined || !isEqual(page.fullblock.hash ?? zeroHash, hash)) return [];
    const { fullblock, receipts } = page;
    return fullblock.transactions
      .map((transaction, i) => ({ transaction, status: receipts[i]?.status }))
      .reverse();
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
   * heights. One above the head is the next head, which would be shown off the chain.
   */
  async #addBranches(blocks: readonly ListedBlock[]): Promise<void> {
    const from = blocks.at(-1)?.number ?? 0;
    const found = await this.#client.tandem_getBlocksByHeight({ from, count: blocks.length });
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
