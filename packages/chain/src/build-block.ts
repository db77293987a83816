/** A block in the making: chosen transactions executed on the head, a header drafted around them. */
import {
  type Ancestry,
  nextDifficulty,
  nextGasLimit,
  nextMinimumGasPrice,
  validateUncles,
} from "@tandem/consensus";
import {
  type Address,
  type Block,
  type ChainSpec,
  emptyBytes,
  type Header,
  receiptsRoot,
  rulesAt,
  type SignedTransaction,
  type StoredBlock,
  transactionsRoot,
  type UnsealedHeader,
  unclesHash,
  unsealedProof,
} from "@tandem/primitives";
import type { BlockEnv, BlockExecution, Executor, Outcome } from "@tandem/state";
import type { Pool, ReadyTransactions } from "./pool/pool.js";

/** What the one who mines decides. */
export interface BuildSettings {
  readonly coinbase: Address;
  /** Where the gas limit and the price floor move to, as far as a block may move them. */
  readonly gasLimitTarget: bigint;
  readonly minimumGasPriceTarget: bigint;
  readonly extraData: Uint8Array;
}

export interface Draft {
  readonly header: UnsealedHeader;
  readonly transactions: readonly SignedTransaction[];
  readonly uncles: readonly Header[];
  readonly outcome: Outcome;
}

export interface BuildContext {
  readonly spec: ChainSpec;
  readonly executor: Executor;
  readonly pool: Pool;
  readonly settings: BuildSettings;
}

/** What stays the same however often a block on this parent is tried. */
export interface BuildOn {
  readonly parent: StoredBlock;
  readonly ancestry: Ancestry;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly uncles: readonly Header[];
}

export function envOn({ spec, settings }: BuildContext, on: BuildOn): BlockEnv {
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
    gasLimit: nextGasLimit({ parent: parent.header, target: settings.gasLimitTarget, spec }),
    minimumGasPrice: nextMinimumGasPrice({
      parent: parent.header,
      target: settings.minimumGasPriceTarget,
    }),
  };
}

/** Executes what the pool has ready, as much as fits, and drafts the header. */
export async function buildBlock(context: BuildContext, on: BuildOn): Promise<Draft> {
  const { executor, pool } = context;
  const { parent } = on;
  const env = envOn(context, on);
  const parentRoot = parent.header.stateRoot;
  const execution = await executor.begin({ parentRoot, env, ancestorHash: on.ancestry.hash });
  const ready = pool.ready(executor.reader(parentRoot), env.minimumGasPrice);
  await fill(execution, ready, pool);
  const outcome = execution.finish();
  return draft(context, on, env, await outcome);
}

const isOutOfGas = (refusal: string) => refusal.startsWith("gas limit reached");

async function fill(
  execution: BlockExecution,
  ready: ReadyTransactions,
  pool: Pool,
): Promise<void> {
  for (let tx = ready.next(); tx !== undefined; tx = ready.next()) {
    const refusal = await applyOrDrop(execution, tx, pool);
    if (refusal !== undefined) {
      ready.skipSender();
      // It may fit the next block; anything else wrong with it will not mend itself.
      if (!isOutOfGas(refusal)) pool.remove([tx]);
    }
  }
}

/** One whose execution fails in a way nobody foresaw must not fail every block after this one. */
async function applyOrDrop(execution: BlockExecution, tx: SignedTransaction, pool: Pool) {
  try {
    return await execution.apply(tx);
  } catch (error) {
    pool.remove([tx]);
    throw error;
  }
}

function draft(
  { spec, settings }: BuildContext,
  on: BuildOn,
  env: BlockEnv,
  outcome: Outcome,
): Draft {
  const { transactions } = outcome;
  const header: UnsealedHeader = {
    ...env,
    parentHash: on.parent.hash,
    unclesHash: unclesHash(on.uncles),
    stateRoot: outcome.stateRoot,
    transactionsRoot: transactionsRoot(transactions),
    receiptsRoot: receiptsRoot(outcome.receipts),
    logsBloom: outcome.logsBloom,
    gasUsed: outcome.gasUsed,
    extraData: settings.extraData,
    paidFees: outcome.paidFees,
    uncleCount: on.uncles.length,
    ...(rulesAt(spec.forks, env.number).ummRoot ? { ummRoot: emptyBytes } : {}),
  };
  return { header, transactions, uncles: on.uncles, outcome };
}

/** Those of `candidates` that a block on this parent may name, as many as it may. */
export function chooseUncles(
  candidates: readonly Header[],
  on: Omit<BuildOn, "uncles">,
  spec: ChainSpec,
  nowSeconds: number,
): readonly Header[] {
  let chosen: readonly Header[] = [];
  for (const candidate of candidates) {
    const more = [...chosen, candidate];
    if (validateUncles(unclesOnly(on, more), on.ancestry, spec, nowSeconds) === undefined) {
      chosen = more;
    }
  }
  return chosen;
}

/** A block with nothing to it but the uncles in question, for the uncle rules to look at. */
function unclesOnly(on: Omit<BuildOn, "uncles">, uncles: readonly Header[]): Block {
  const header: Header = {
    ...on.parent.header,
    ...unsealedProof,
    parentHash: on.parent.hash,
    number: on.parent.header.number + 1,
    unclesHash: unclesHash(uncles),
    uncleCount: uncles.length,
  };
  return { header, transactions: [], uncles };
}
