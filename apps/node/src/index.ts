export { type DevelopmentAccount, deriveWallet } from "./accounts/accounts.js";
export { type BitcoinRpc, BitcoinRpcError, bitcoinRpc } from "./bitcoin-node/rpc.js";
export { type Node, type NodeOptions, startLocalNode, startNode } from "./compose.js";
export { resolveConfig } from "./config/config.js";
export type { Config } from "./config/settings.js";
export { createLogger } from "./console/logger.js";
export { type BackendOptions, createBackend } from "./create-backend.js";
export {
  type CreateNodeOptions,
  createNode,
  type InProcessNode,
  type NodeAccount,
} from "./create-node.js";
export { main } from "./main.js";
export type { Tracing } from "./tracing/open-telemetry.js";
export { openTracing } from "./tracing/tracing.js";
