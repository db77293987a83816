/** Builds a block: executes transactions on its parent, and creates the header. */
import {
  nextDifficulty,
  nextGasLimit,
  nextMinimumGasPrice,
  type RequestedFields,
} from "@tandem/consensus";
import {
  type Address,
  type BlockHash,
  type ChainSpec,
  emptyBytes,
  type Hash32,
  type Header,
  rulesAt,
  type SignedTransaction,
  type StateRoot,
  transactionsRootYielding,
  type UnsealedHeader,
  unclesHash,
  type Writable,
} from "@tandem/primitives";
import type { BlockEnv, Executor, Outcome } from "@tandem/state";
import { withinSize } from "../block-size.js";
import type { Pool } from "../pool/pool.js";
import type { RefusedTransaction, TransactionSelector } from "./transaction-selector.js";
import type { Place } from "./uncle-candidates.js";

/** Settings of the miner. */
export interface BuildSettings {
  readonly coinbase: Address;
  /**
   * The targets of the gas limit and the price floor; consensus rules limit the step of each block.
   */
  readonly gasLimitTarget: bigint;
  readonly minimumGasPriceTarget: bigint;
  readonly extraData: Uint8Array;
}

export interface BlockTemplate {
  /** Root of the state on which it was executed. */
  readonly parentRoot: StateRoot;
  readonly header: UnsealedHeader;
  readonly transactions: readonly SignedTransaction[];
  readonly uncles: readonly Header[];
  readonly outcome: Outcome;
  /** The fields that were requested for it. */
  readonly requested: RequestedFields | undefined;
  /** The result of opcode 0x44 in it, if one was requested in place of the difficulty. */
  readonly prevRandao: bigint | undefined;
  /** Transactions that were selected and could not be executed. */
  readonly refused: readonly RefusedTransaction[];
}

export interface BuildContext {
  readonly spec: ChainSpec;
  readonly executor: Executor;
  readonly pool: Pool;
  readonly settings: BuildSettings;
}

/** Values that do not depend on the block's transactions. */
export interface BuildOn extends Place {
  /** Root of the state after the parent. */
  readonly parentRoot: StateRoot;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly uncles: readonly Header[];
  /** The fields requested for the block; one that is undefined moves towards its target. */
  readonly requested?: RequestedFields | undefined;
  /** The result of opcode 0x44; if it is undefined, the difficulty. */
  readonly prevRandao?: bigint | undefined;
}

function envOn({ spec, settings }: BuildContext, on: BuildOn): BlockEnv {
  const { parent, timestamp, uncles } = on;
  return {
    number: parent.header.number + 1,
    timestamp,
    coinbase: settings.coinbase,
    difficulty: nextDifficulty({
      parent: parent.header,
      timestamp,
      uncleCount: uncles.length,
      spec,
    }),
    gasLimit:
      on.requested?.gasLimit ??
      nextGasLimit({ parent: parent.header, target: settings.gasLimitTarget, spec }),
    minimumGasPrice: minimumGasPriceAfter(
      parent.header,
      settings.minimumGasPriceTarget,
      on.requested,
    ),
  };
}

/** Returns the minimum gas price of the block that this node makes on a parent, in wei. */
export const minimumGasPriceAfter = (
  parent: Header,
  target: bigint,
  requested: RequestedFields | undefined,
): bigint => requested?.minimumGasPrice ?? nextMinimumGasPrice({ parent, target });

/** Executes the transactions that `select` applies, and creates the header. */
export async function buildBlock(
  context: BuildContext,
  on: BuildOn,
  select: TransactionSelector,
): Promise<BlockTemplate> {
  const { spec, settings } = context;
  const env = envOn(context, on);
  const { parent, parentRoot, uncles, requested, prevRandao } = on;
  const ancestorHash = on.ancestry.hash;
  const shown = prevRandao === undefined ? env : { ...env, difficulty: prevRandao };
  const execution = await context.executor.begin({ parentRoot, env: shown, ancestorHash });
  const refused = await select(withinSize(execution, spec), env);
  const [outcome, transactionsRoot] = await Promise.all([
    execution.finish(),
    transactionsRootYielding(execution.transactions),
  ]);
  const { transactions } = outcome;
  const { extraData } = settings;
  const parts = { parentHash: parent.hash, uncles, env, transactionsRoot, outcome, extraData };
  const header = unsealedHeader(spec, parts);
  return { parentRoot, header, transactions, uncles, outcome, requested, prevRandao, refused };
}

/** The inputs of a header. */
interface HeaderParts {
  readonly parentHash: BlockHash;
  readonly uncles: readonly Header[];
  readonly env: BlockEnv;
  readonly transactionsRoot: Hash32;
  readonly outcome: Pick<
    Outcome,
    "stateRoot" | "receiptsRoot" | "logsBloom" | "gasUsed" | "paidFees"
  >;
  readonly extraData: Uint8Array;
}

/** Returns the header of an executed block without a proof of work. */
export function unsealedHeader(
  { forks }: Pick<ChainSpec, "forks">,
  { parentHash, uncles, env, transactionsRoot, outcome, extraData }: HeaderParts,
): UnsealedHeader {
  // Fields are listed explicitly, as in `sealedHeader`.
  const header: Writable<UnsealedHeader> = {
    parentHash,
    unclesHash: unclesHash(uncles),
    coinbase: env.coinbase,
    stateRoot: outcome.stateRoot,
    transactionsRoot,
    receiptsRoot: outcome.receiptsRoot,
    logsBloom: outcome.logsBloom,
    difficulty: env.difficulty,
    number: env.number,
    gasLimit: env.gasLimit,
    gasUsed: outcome.gasUsed,
    timestamp: env.timestamp,
    extraData,
    paidFees: outcome.paidFees,
    minimumGasPrice: env.minimumGasPrice,
    uncleCount: uncles.length,
  };
  if (rulesAt(forks, env.number).ummRoot) header.ummRoot = emptyBytes;
  return header;
}
