/**
 * Logs the activity of a chain: its blocks, its transactions, and pending transactions that cannot
 * be executed yet.
 */
import type { Chain } from "@tandem/chain";
import { type StoredBlock, toHex } from "@tandem/primitives";
import type { Logger } from "@tandem/runtime";
import type { Store } from "@tandem/store";
import { type CallLogOptions, followTransactions, followWaiting } from "./call-log.js";

/** The maximum number of blocks of one event that are logged one by one. More are logged in one line. */
const toldApartMax = 16;

/** Logs blocks, transactions and pending transactions that cannot be executed yet. */
export function logActivity(chain: Chain, store: Store, calls: CallLogOptions): void {
  followTransactions(chain, store, calls);
  followWaiting(chain, calls);
  logBlocks(chain, calls.logger);
}

/** A reorg adds the blocks of another branch. `evm_revert` and similar methods only remove blocks. */
const nameOf = (added: readonly StoredBlock[]) =>
  added.length === 0 ? "reverted to an earlier block" : "reorg";

function logBlocks(chain: Chain, logger: Logger): void {
  chain.onHeadMoved(({ removed, added }) => {
    if (removed.length > 0) {
      const { header, hash } = chain.head();
      const head = { head: header.number, hash: toHex(hash) };
      logger.info({ depth: removed.length, ...head }, nameOf(added));
    }
    const [first, last] = [added[0], added.at(-1)];
    if (first !== undefined && last !== undefined && added.length > toldApartMax) {
      const transactions = added.reduce((sum, block) => sum + block.transactions.length, 0);
      logger.info({ from: first.header.number, to: last.header.number, transactions }, "blocks");
      return;
    }
    for (const { header, transactions } of added) {
      logger.info(
        { number: header.number, transactions: transactions.length, gasUsed: `${header.gasUsed}` },
        "block",
      );
    }
  });
}
