/**
 * Declares what answers contain beside the specification's fields where the node behaves like Hardhat's network 2.29.1
 * or anvil 1.7.1: their clients, such as ethers, viem and alloy, read it.
 */

/**
 * The form of answers that differ between nodes: that of geth, which the specification uses, or
 * that of another development node.
 */
export type ErrorForm = "standard" | "hardhat" | "anvil";

/** The members of blocks, transactions, receipts and logs, and the numbers of snapshots, where nodes differ. */
export interface AnswerForm {
  /**
   * The members that the pending block has: neither number, hash nor bloom, as the specification says; the hash and the
   * bloom that it has without a seal; or also its number, and its transactions their place in it.
   */
  readonly pendingBlock: "unplaced" | "hashed" | "placed";
  /** Whether each log says that it is not removed; those of filters and subscriptions always do. */
  readonly marksLogs: boolean;
  /** Whether mined transactions, their receipts and logs have the time of their block. */
  readonly hasBlockTimes: boolean;
  /** Whether a transaction of type 0 has the chain id that it is signed for (EIP-155), which `v` contains. */
  readonly hasChainIds: boolean;
  /** Whether the receipt of a creation that failed has the address that the contract would have. */
  readonly hasFailedContracts: boolean;
  /** Whether `newHeads` sends the fields that clients of Ethereum require. */
  readonly hasEthereumHeads: boolean;
  /** Is added to the number of a snapshot, which counts from 1. */
  readonly snapshotOffset: 0 | -1;
  /** Whether the methods that set the clock or mine return seconds and zero as a text of decimal digits. */
  readonly hasDecimalTimes: boolean;
}

export const answerForms: Readonly<Record<ErrorForm, AnswerForm>> = {
  standard: {
    pendingBlock: "unplaced",
    marksLogs: false,
    hasBlockTimes: false,
    hasChainIds: false,
    hasFailedContracts: true,
    hasEthereumHeads: false,
    snapshotOffset: 0,
    hasDecimalTimes: false,
  },
  hardhat: {
    pendingBlock: "hashed",
    marksLogs: true,
    hasBlockTimes: false,
    hasChainIds: false,
    hasFailedContracts: false,
    hasEthereumHeads: true,
    snapshotOffset: 0,
    hasDecimalTimes: true,
  },
  anvil: {
    pendingBlock: "placed",
    marksLogs: true,
    hasBlockTimes: true,
    hasChainIds: true,
    hasFailedContracts: true,
    hasEthereumHeads: true,
    snapshotOffset: -1,
    hasDecimalTimes: false,
  },
};

/** Returns the form of the answer to a request. */
export const answerFormOf = ({ errorForm }: { readonly errorForm: ErrorForm }): AnswerForm =>
  answerForms[errorForm];
