/**
 * One EVM with all that belongs to it, and the pool of idle ones. An instance is in one
 * use at a time: a call on the instance that executes a block would change the block's state root.
 */

import type { Common } from "@ethereumjs/common";
import { createEVM, type EVM, type EVMMockBlockchainInterface } from "@ethereumjs/evm";
import { paramsTx } from "@ethereumjs/tx";
import { createVM, type VM } from "@ethereumjs/vm";
import { commonOf, type EvmChain, type EvmFork, emptyTrieRoot } from "@tandem/primitives";
import type { Clock } from "@tandem/runtime";
import { JournaledState } from "../accounts/journaled-state.js";
import type { RemoteState } from "../accounts/remote-state.js";
import type { StateCache } from "../accounts/state-cache.js";
import { type StateWatcher, VmState } from "../accounts/vm-state.js";
import { installInterpreter } from "../interpreter/install-interpreter.js";
import { jumpDestination } from "../interpreter/loop.js";
import { idleEvmInstancesMax } from "../limits.js";
import { nativePrecompiles, type PrecompileSet } from "../precompiles/precompiles.js";
import { type ProbeSocket, probeSocket } from "../trace/probe.js";
import { AccessJournal } from "./access-journal.js";
import type { AncestorHash } from "./block-env.js";
import { createPace, type Pace } from "./pace.js";

export interface EvmInstance {
  readonly fork: EvmFork;
  readonly chain: EvmChain;
  readonly common: Common;
  readonly vm: VM;
  readonly evm: EVM;
  readonly pace: Pace;
  readonly socket: ProbeSocket;
  /** Has somebody told of what is read and written, or nobody any more. */
  watch(watcher: StateWatcher | undefined): void;
  /** For the transaction to come: its sender may have code. */
  allowCode(sender: Uint8Array): void;
  /** Aims the instance at a state; the one before it is left as it is. */
  open(root: Uint8Array, ancestorHash: AncestorHash): JournaledState;
}

export interface EvmPool {
  take(fork: EvmFork): Promise<EvmInstance>;
  /** Hands an instance back. One whose execution threw must not come back. */
  give(instance: EvmInstance): void;
}

/** The blockchain as BLOCKHASH knows it: the hash of a block by its number. */
class Ancestors implements EVMMockBlockchainInterface {
  hashOf: AncestorHash = () => undefined;
  readonly #remote: RemoteState | undefined;

  constructor(remote: RemoteState | undefined) {
    this.#remote = remote;
  }

  async getBlock(number: number) {
    const hash =
      this.hashOf(number) ?? (await this.#remote?.blockHash(number)) ?? new Uint8Array(32);
    return { hash: () => hash };
  }

  async putBlock(): Promise<void> {}

  shallowCopy(): this {
    return this;
  }
}

interface PoolOptions {
  readonly facts: StateCache;
  readonly chain: EvmChain;
  readonly clock: Clock;
  readonly precompiles: PrecompileSet;
}

async function createEvmInstance(
  { facts, chain, clock, precompiles }: PoolOptions,
  fork: EvmFork,
): Promise<EvmInstance> {
  const common = commonOf(chain, fork);
  // Calls are priced like transactions, and may come before the first of those brought its prices.
  common.updateParams(paramsTx);
  const pace = createPace(clock);
  const stateManager = new VmState(
    new JournaledState(facts, emptyTrieRoot),
    pace.look,
    facts.remote,
  );
  const blockchain = new Ancestors(facts.remote);
  const evm = await createEVM({
    common,
    stateManager,
    blockchain,
    customPrecompiles: precompiles === "native" ? nativePrecompiles(common, pace.look) : [],
    customOpcodes: [
      {
        opcode: jumpDestination,
        opcodeName: "JUMPDEST",
        baseFee: 1,
        logicFunction: pace.onRound,
      },
    ],
  });
  evm.journal = new AccessJournal(
    stateManager,
    evm.precompiles.keys(),
  ) as unknown as EVM["journal"];
  await installInterpreter(evm, stateManager, pace.look);
  const vm = await createVM({ common, stateManager, blockchain, evm });
  // Each EVM listens for a change of fork, which never comes, and would live as long as its Common.
  common.events.removeAllListeners("hardforkChanged");
  return {
    fork,
    chain,
    common,
    vm,
    evm,
    pace,
    socket: probeSocket(evm),
    watch(watcher) {
      stateManager.watcher = watcher;
    },
    allowCode(sender) {
      stateManager.codelessSender = sender;
    },
    open(root, ancestorHash) {
      const state = new JournaledState(facts, root);
      stateManager.state = state;
      stateManager.codelessSender = undefined;
      blockchain.hashOf = ancestorHash;
      evm.journal.cleanJournal();
      evm.transientStorage.clear();
      return state;
    },
  };
}

export function createEvmPool(options: PoolOptions): EvmPool {
  const idle = new Map<EvmFork, EvmInstance[]>();
  return {
    async take(fork) {
      return idle.get(fork)?.pop() ?? createEvmInstance(options, fork);
    },
    give(instance) {
      const instances = idle.get(instance.fork) ?? [];
      idle.set(instance.fork, instances);
      if (instances.length < idleEvmInstancesMax) instances.push(instance);
    },
  };
}
