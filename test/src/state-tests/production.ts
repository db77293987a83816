/**
 * Runs a case through the production code: decoded like a transaction from the network, executed by
 * the executor with which a node mines, and its state hashed by the node's trie.
 *
 * Three of the chain's rules differ by design from those of the files, and are set or undone here:
 * - `minimumGasPrice` replaces the base fee, and the miner gets it instead of having it burned. The
 *   block's `minimumGasPrice` is the file's `currentBaseFee`. After the transaction its gas times
 *   that price is subtracted from the coinbase, and the root is compared then. There is one
 *   transaction in a case, and fees are paid at its end, so nothing in it can observe the difference.
 * - The cap of a transaction's gas (EIP-7825) is a rule of the chain spec, enabled for Osaka.
 * - Opcode 0x44 is the difficulty. The block's difficulty is the file's `currentRandom` from Paris
 *   on, which is the result of 0x44 there.
 */

import {
  type Address,
  commonAt,
  decodeTransaction,
  type EvmFork,
  evmForks,
  Fault,
  type ForkHeights,
  fromHex,
  toHex,
} from "@tandem/primitives";
import { systemClock } from "@tandem/runtime";
import {
  type BlockEnv,
  createExecutor,
  createMemorySource,
  type Executor,
  genesisState,
  type MemorySource,
} from "@tandem/state";
import type { EnvJson, StateCase } from "./format.js";
import { ancestorHash, type CaseOutcome, type CaseRunner, logsHashOf, noLogs } from "./outcome.js";

/** The chain id of Ethereum's main network, for which the files are signed. */
const chainId = 1;

/** A rule of the chain spec here, off by default (EIP-7825). */
const osakaRules = { transactionGasLimitCap: 16_777_216n };

const forksUpTo = (fork: EvmFork): ForkHeights =>
  Object.fromEntries(evmForks.slice(0, evmForks.indexOf(fork) + 1).map((name) => [name, 0]));

function envOf(env: EnvJson, fork: EvmFork): BlockEnv {
  const isPostMerge = fork !== "london";
  const random = isPostMerge ? (env.currentRandom ?? "0x0") : (env.currentDifficulty ?? "0x0");
  return {
    number: Number(env.currentNumber),
    timestamp: Number(env.currentTimestamp),
    coinbase: fromHex(env.currentCoinbase) as Address,
    difficulty: BigInt(random),
    gasLimit: BigInt(env.currentGasLimit),
    minimumGasPrice: BigInt(env.currentBaseFee ?? "0x0"),
  };
}

interface World {
  readonly executor: Executor;
  readonly source: MemorySource;
}

function createWorld(fork: EvmFork, usesEngine: boolean): World {
  const source = createMemorySource();
  const chain = { chainId, forks: forksUpTo(fork), ...(fork === "osaka" ? osakaRules : {}) };
  return { source, executor: createExecutor({ ...chain, source, clock: systemClock, usesEngine }) };
}

/** Subtracts from the coinbase what Ethereum burns. @returns the root after that. */
async function burn({ executor, source }: World, root: Uint8Array, env: BlockEnv, gasUsed: bigint) {
  const burned = gasUsed * env.minimumGasPrice;
  if (burned === 0n) return root;
  const balance = executor.reader(root).balanceOf(env.coinbase) - burned;
  const edited = await executor.edit(root, [[env.coinbase, { balance }]]);
  source.write(edited);
  return edited.stateRoot;
}

async function execute(world: World, test: StateCase, fork: EvmFork): Promise<CaseOutcome> {
  const genesis = genesisState(test.accounts);
  world.source.write(genesis);
  const env = envOf(test.env, fork);
  const parentRoot = genesis.stateRoot;
  const refused = (refusal: string) => ({
    stateRoot: toHex(parentRoot),
    logsHash: noLogs,
    refusal,
  });
  const execution = await world.executor.begin({ parentRoot, env, ancestorHash });
  const common = commonAt({ chainId, forks: forksUpTo(fork) }, env.number);
  try {
    const transaction = decodeTransaction(fromHex(test.post.txbytes), common);
    const refusal = await execution.apply(transaction);
    if (refusal !== undefined) return refused(refusal.message);
  } catch (cause) {
    if (cause instanceof Fault) return refused(cause.message);
    throw cause;
  }
  const outcome = await execution.finish();
  world.source.write(outcome);
  const logs = outcome.receipts[0]?.logs ?? [];
  return {
    stateRoot: toHex(await burn(world, outcome.stateRoot, env, outcome.gasUsed)),
    logsHash: logsHashOf(logs.map(({ address, topics, data }) => [address, topics, data])),
    refusal: undefined,
  };
}

/**
 * Creates a runner. The state of a case is released with the runner.
 * @param usesEngine whether the engine runs the cases, or the patched library.
 */
export function createProductionRunner(usesEngine = true): CaseRunner {
  const worlds = new Map<EvmFork, World>();
  return (test) => {
    const fork = test.fork.toLowerCase() as EvmFork;
    const world = worlds.get(fork) ?? createWorld(fork, usesEngine);
    worlds.set(fork, world);
    return execute(world, test, fork);
  };
}
