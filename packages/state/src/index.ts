export type { AncestorHash, BlockEnv } from "./block-env.js";
export type { CallResult } from "./call.js";
export type { AccountOverride, CallRequest, StateOverrides } from "./call-request.js";
export type { BlockExecution, Outcome } from "./execute-block.js";
export { createExecutor, type Executor } from "./executor.js";
export { genesisState } from "./genesis.js";
export type { CallOptions } from "./simulate.js";
export type { StateReader } from "./state-reader.js";
export type { Fact, StateSource, StateWrites } from "./state-source.js";
