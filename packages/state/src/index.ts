export type { AncestorHash, BlockEnv } from "@tandem/evm";
export { type GenesisState, genesisState, genesisStateSteps } from "./accounts/genesis.js";
export { createMemorySource, type MemorySource } from "./accounts/memory-source.js";
export type { RemoteState } from "./accounts/remote-state.js";
export type { StateChange } from "./accounts/state-difference.js";
export type { StateSource } from "./accounts/state-source.js";
export type { CallResult } from "./call/call.js";
export type { CallOptions } from "./call/prepare-call.js";
export type { RepeatedTransactions, ReplayOptions, TraceCallOptions } from "./call/replay.js";
export { createExecutor } from "./create-executor.js";
export type { BlockExecution, Outcome } from "./execution/execute-block.js";
export { type BlockRefusal, codeProblem, gasLimitTooHigh, refuse } from "./execution/refusal.js";
export type { ExecutionSettings, Executor } from "./executor.js";
export { traceBytesBase } from "./limits.js";
export type { SimulatedOutcome } from "./simulate/simulate-block.js";
export type { Fact, NodeFact, StateWrites } from "./trie/facts.js";
export {
  type AcceptedState,
  GivenRows,
  type GivenState,
} from "./trie/given-rows.js";
export { type NodeReferences, nodeReferences } from "./trie/node-references.js";
export { linkedRowOf, readNodeRow, storedRow } from "./trie/node-row.js";
