/** Creates the library's objects for one fork, and attaches everything to them. */
import type { Common } from "@ethereumjs/common";
import { createEVM, type EVM } from "@ethereumjs/evm";
import { createVM, runTx } from "@ethereumjs/vm";
import type { Clock } from "@tandem/runtime";
import { runCallWithEngines } from "./engine/run-message.js";
import type { EvmState, StateLoader } from "./environment/evm-state.js";
import { Pace } from "./environment/pace.js";
import { AccessJournal } from "./library/access-journal.js";
import { AncestorHashes } from "./library/ancestor-hashes.js";
import type { LibraryEvm } from "./library/library-evm.js";
import { LibraryState } from "./library/library-state.js";
import { paceFrames } from "./library/paced-frames.js";
import { ProbeSocket } from "./library/probe.js";
import { nativePrecompiles } from "./precompiles/precompiles.js";
import type { StockLibrary } from "./stock/stock-library.js";

export interface LibraryOptions {
  readonly common: Common;
  /** The clock for time limits and time slices of executions; it has no other use. */
  readonly clock: Clock;
  /** The state until another one is opened; it is not read. */
  readonly state: EvmState;
  /** Is undefined if states are complete. */
  readonly loader?: StateLoader | undefined;
  /** Whether the engine executes the messages it supports; the default is true. */
  readonly usesEngine?: boolean | undefined;
  /** Is called for each message that the library had to execute in place of the engine. */
  readonly onFallback?: (() => void) | undefined;
  /** The unpatched library, which then replaces the patched one, with its own interpreter, journal and precompiles. */
  readonly stock?: StockLibrary | undefined;
}

/** Creates an EVM with this package's journal and precompiles, whose frames yield. */
async function createPatchedEvm(
  { common }: LibraryOptions,
  stateManager: LibraryState,
  blockchain: AncestorHashes,
  pace: Pace,
): Promise<EVM> {
  const evm = await createEVM({
    common,
    stateManager,
    blockchain,
    customPrecompiles: nativePrecompiles(common, pace.yieldIfDue),
  });
  const journal = new AccessJournal(stateManager, evm.precompiles.keys());
  evm.journal = journal as unknown as EVM["journal"];
  await paceFrames(evm, pace.yieldIfDue);
  return evm;
}

export async function createLibraryEvm(options: LibraryOptions): Promise<LibraryEvm> {
  const { common, stock } = options;
  const pace = new Pace(options.clock);
  const state = new LibraryState(options.state, pace.yieldIfDue, options.loader);
  const ancestors = new AncestorHashes(options.loader);
  const evm =
    stock === undefined
      ? await createPatchedEvm(options, state, ancestors, pace)
      : await stock.evm.createEVM({ common, stateManager: state, blockchain: ancestors });
  const vm = await (stock?.vm.createVM ?? createVM)({
    common,
    stateManager: state,
    blockchain: ancestors,
    evm,
  });
  // Each EVM listens for a change of fork, which never occurs, and would live as long as its
  // Common.
  common.events.removeAllListeners("hardforkChanged");
  const runInLibrary = evm.runCall.bind(evm);
  const library: LibraryEvm = {
    common,
    evm,
    vm,
    runTx: stock?.vm.runTx ?? runTx,
    state,
    ancestors,
    pace,
    socket: new ProbeSocket(evm),
    fallBack(message) {
      options.onFallback?.();
      return runInLibrary(message);
    },
    usesEngine: options.usesEngine !== false && stock === undefined,
    stock,
  };
  if (library.usesEngine) evm.runCall = runCallWithEngines(library, runInLibrary);
  return library;
}
