/** Creates an executor over a source of states. */
import { RLP } from "@ethereumjs/rlp";
import { type BlockEnv, type EvmInstance, EvmPool } from "@tandem/evm";
import { emptyTrieRoot, isEqual, rulesAt } from "@tandem/primitives";
import { after, type Cancellation, runYielding } from "@tandem/runtime";
import { editSteps } from "./accounts/edit.js";
import { JournaledState } from "./accounts/journaled-state.js";
import { clearedKey, removedAccount } from "./accounts/remote-state.js";
import { createStateCache, type StateCache } from "./accounts/state-cache.js";
import { executeBlock } from "./execution/execute-block.js";
import { type ExecutionParts, executionsOf } from "./executions.js";
import type { Executor, ExecutorOptions } from "./executor.js";
import { decodeAccount } from "./trie/account-record.js";
import { walkTrie } from "./trie/walk-trie.js";

export const createExecutor = (options: ExecutorOptions): Executor =>
  executorWith(options, { libraryRuns: 0 });

function evmPoolOf(
  options: ExecutorOptions,
  facts: StateCache,
  counts: { libraryRuns: number },
): EvmPool {
  const { clock, stock, usesEngine } = options;
  // The pool's instances use this state until another one is opened.
  const state = new JournaledState(facts, emptyTrieRoot);
  const onFallback = () => counts.libraryRuns++;
  const loader = facts.remote;
  return new EvmPool({ chain: options, clock, state, loader, stock, usesEngine, onFallback });
}

function executorWith(options: ExecutorOptions, counts: { libraryRuns: number }): Executor {
  const facts = createStateCache(options.source);
  const { clock, callRules, callGas = 0n } = options;
  const pool = evmPoolOf(options, facts, counts);
  const takeFor = (env: BlockEnv) => pool.take(rulesAt(options.forks, env.number).evm);

  const take: ExecutionParts["take"] = (env, cancellation) =>
    after(takeFor(env), (evm) => {
      evm.cancelBy(cancellation);
      return evm;
    });
  const give = (evm: EvmInstance) => {
    evm.cancelBy(undefined);
    pool.give(evm);
  };
  const executionsUntil = (cancellation?: Cancellation) =>
    executionsOf({ facts, clock, callRules, callGas, take, give, cancellation });

  const executor: Executor = {
    async begin(start) {
      const evm = await takeFor(start.env);
      return executeBlock({ evm, facts }, start, () => pool.give(evm));
    },
    ...executionsUntil(),
    cancelledBy: (cancellation) => ({ ...executor, ...executionsUntil(cancellation) }),
    *accounts(root, from) {
      for (const [key, value] of walkTrie(facts, root, from)) {
        if (value.length > removedAccount.length) yield [key, decodeAccount(value)];
      }
    },
    *slots(storageRoot, from) {
      for (const [key, value] of walkTrie(facts, storageRoot, from)) {
        const isSlot = facts.remote === undefined || !isEqual(key, clearedKey);
        if (isSlot) yield [key, RLP.decode(value) as Uint8Array];
      }
    },
    code: (hash) => facts.code(hash),
    edit: (root, edits, cancellation) => runYielding(editSteps(facts, root, edits), cancellation),
    reader: (root) => facts.readsAt(root),
    over: (source) => executorWith({ ...options, source }, counts),
    libraryRuns: () => counts.libraryRuns,
  };
  return executor;
}
