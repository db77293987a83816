/**
 * A case through the path of production: decoded as a transaction from the network is, executed by
 * the executor a node makes blocks with, its state hashed by the node's trie.
 *
 * Three of the chain's rules differ by design from those the files were made by, and are set or undone here:
 * - `minimumGasPrice` plays the base fee, and the miner gets it instead of having it burned. The block's
 *   `minimumGasPrice` is the file's `currentBaseFee`; after the transaction its gas times that price
 *   is taken from the coinbase again, and the root is compared then. There is one transaction a case,
 *   and fees are paid at its end, so nothing in it can have seen the difference.
 * - The cap of a transaction's gas (EIP-7825) is a rule of the chain spec, switched on for Osaka.
 * - Opcode 0x44 is the difficulty. The block's difficulty is the file's `currentRandom` from Paris on,
 *   which is what 0x44 gives there.
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

/** The chain id of Ethereum's main network, which the files are signed for. */
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

/** Takes from the coinbase what is burned on Ethereum. @returns the root then. */
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
 * What a case leaves in memory goes with the runner.
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
