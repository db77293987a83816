/** The package's one service: executes blocks, answers calls and estimates, reads any state. */
import { type Clock, Fault, type ForkHeights, rulesAt } from "@tandem/primitives";
import type { AncestorHash, BlockEnv } from "./block-env.js";
import { type CallResult, call } from "./call.js";
import { estimate } from "./estimate.js";
import { type BlockExecution, executeBlock } from "./execute-block.js";
import { keepFacts } from "./kept-facts.js";
import { createMachinePool, type Machine } from "./machine.js";
import type { CallOptions } from "./simulate.js";
import type { StateReader } from "./state-reader.js";
import type { StateSource } from "./state-source.js";
import { viewState } from "./state-view.js";

export interface Executor {
  /** One block in the making: transactions are applied one after the other. */
  begin(options: {
    readonly parentRoot: Uint8Array;
    readonly env: BlockEnv;
    readonly ancestorHash: AncestorHash;
  }): Promise<BlockExecution>;
  /**
   * Executes a call and forgets it.
   * @throws {Fault} `execution-failed` when it cannot begin, `limit-exceeded` over its time.
   */
  call(options: CallOptions): Promise<CallResult>;
  /**
   * The least gas the call succeeds with as a transaction.
   * @throws {Fault} `reverted`, `execution-failed`, or `limit-exceeded` over its time.
   */
  estimate(options: CallOptions): Promise<bigint>;
  /** Accounts at a state root. */
  reader(root: Uint8Array): StateReader;
}

/** @param options.forks decide by a block's number which rules it is executed by. */
export function createExecutor(options: {
  readonly chainId: number;
  readonly forks: ForkHeights;
  readonly source: StateSource;
  /** Measures the time limit of calls and how long the event loop is held; nothing else. */
  readonly clock: Clock;
}): Executor {
  const facts = keepFacts(options.source);
  const pool = createMachinePool({ facts, chainId: options.chainId, clock: options.clock });
  const takeFor = (env: BlockEnv) => pool.take(rulesAt(options.forks, env.number).evm);

  /** A machine that threw is in the middle of something, and is dropped; a fault is an answer. */
  async function onMachine<Result>(
    env: BlockEnv,
    use: (machine: Machine) => Promise<Result | Fault>,
  ): Promise<Result> {
    const machine = await takeFor(env);
    const result = await use(machine);
    pool.give(machine);
    if (result instanceof Fault) throw result;
    return result;
  }

  return {
    begin: async (block) => executeBlock(pool, await takeFor(block.env), block),
    call: (request) => onMachine(request.env, (machine) => call(machine, request)),
    estimate: (request) => onMachine(request.env, (machine) => estimate(machine, request)),
    reader: (root) => viewState(facts, root),
  };
}
