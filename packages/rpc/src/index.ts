/** JSON-RPC: the contract, and the server that answers it for a `Backend`. */
export { type Contract, contract, namesOf } from "./contract/index.js";
export { errorCodes, RpcError } from "./contract/errors.js";
export type { Method } from "./contract/method.js";
export type * from "./server/backend.js";
export { defaultLimits, type Limits } from "./server/limits.js";
export { type RpcServer, type RpcServerOptions, startRpcServer } from "./server/start.js";
