/** JSON-RPC: the contract, and the server that answers it for a `Backend`. */

export { errorCodes, RpcError } from "./contract/errors.js";
export { type Contract, contract, namesOf } from "./contract/index.js";
export type { Method } from "./contract/method.js";
export type * from "./server/backend.js";
export { defaultLimits, type Limits } from "./server/limits.js";
export {
  type RpcServer,
  type RpcServerOptions,
  startRpcServer,
  type Transport,
} from "./server/start.js";
