/**
 * Executes a block's transactions on its parent's state and compares the outcome with its header.
 */
import type { Violation } from "@tandem/consensus";
import {
  type Block,
  type Header,
  type StateRoot,
  toHex,
  type UnsealedHeader,
} from "@tandem/primitives";
import type { AncestorHash, BlockEnv, Executor, Outcome } from "@tandem/state";
import { amountsDiffer, bytesDiffer } from "../rows/verify-fact.js";

/**
 * Returns the block fields that transactions can read.
 * @param prevRandao the result of opcode 0x44, if it is not the difficulty.
 */
export function envOf(header: UnsealedHeader, prevRandao?: bigint): BlockEnv {
  return {
    number: header.number,
    timestamp: header.timestamp,
    coinbase: header.coinbase,
    difficulty: prevRandao ?? header.difficulty,
    gasLimit: header.gasLimit,
    minimumGasPrice: header.minimumGasPrice,
  };
}

/** A block with the inputs of its execution. */
export interface UnexecutedBlock {
  readonly block: Block;
  readonly parentRoot: StateRoot;
  readonly ancestorHash: AncestorHash;
  /** The result of opcode 0x44, if it is not the difficulty. */
  readonly prevRandao?: bigint | undefined;
}

/**
 * Executes a block. Returns the outcome, or the violation of the first transaction that cannot be
 * included.
 */
export async function executeBlock(
  executor: Executor,
  { block, parentRoot, ancestorHash, prevRandao }: UnexecutedBlock,
): Promise<Outcome | Violation> {
  const env = envOf(block.header, prevRandao);
  const execution = await executor.begin({ parentRoot, env, ancestorHash });
  for (const tx of block.transactions) {
    const refusal = await execution.apply(tx);
    if (refusal !== undefined) {
      return {
        rule: "transactions/not-executable",
        found: `${toHex(tx.hash)}: ${refusal.message}`,
      };
    }
  }
  return execution.finish();
}

export const isViolation = <Result extends object>(
  result: Result | Violation,
): result is Violation => "rule" in result;

/** The results of a block that its header states. */
type Computed = Pick<Outcome, "stateRoot" | "receiptsRoot" | "logsBloom" | "gasUsed" | "paidFees">;

/** Compares a header with the outcome of execution, and returns the first field that differs. */
export function compareOutcome(header: Header, outcome: Computed): Violation | undefined {
  return (
    bytesDiffer("state-root/not-computed", outcome.stateRoot, header.stateRoot) ??
    bytesDiffer("receipts-root/not-computed", outcome.receiptsRoot, header.receiptsRoot) ??
    bytesDiffer("logs-bloom/not-computed", outcome.logsBloom, header.logsBloom) ??
    amountsDiffer("gas-used/not-computed", outcome.gasUsed, header.gasUsed) ??
    amountsDiffer("paid-fees/not-computed", outcome.paidFees, header.paidFees)
  );
}
