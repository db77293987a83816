/** JSON-RPC: the contract, and the server that answers it for a `Backend`. */

export { errorCodes, RpcError } from "./contract/errors.js";
export { type Contract, contract, namesOf } from "./contract/index.js";
export type { Method } from "./contract/method.js";
export type { Access } from "./server/access.js";
export type * from "./server/backend.js";
export type { Connection, Notification } from "./server/connection.js";
export type { Controls, MineRequest, MinerTargets, MiningTimes } from "./server/controls.js";
export type { RequestLevels } from "./server/dispatch.js";
export type { HistoricalRequest, Upstream } from "./server/forked.js";
export { type ApiKey, digestOf, methodsNamed } from "./server/keys.js";
export { defaultLimits, type Limits } from "./server/limits.js";
export { revertReason } from "./server/revert-reason.js";
export {
  openRpc,
  type Rpc,
  type RpcOptions,
  type RpcServer,
  type RpcServerOptions,
  startRpcServer,
  type Transport,
} from "./server/start.js";
