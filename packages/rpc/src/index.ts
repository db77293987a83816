/** Exports JSON-RPC: the contract, and the server that answers it for a `Backend`. */

export { fetchReason } from "./client/fetch-reason.js";
export { errorCodes, isUnknownMethod, RpcError } from "./contract/errors.js";
export { type Contract, contract, namesOf } from "./contract/index.js";
export { explorerPageMax, feeBlocksMax, slotsMax } from "./contract/limits.js";
export type { Method } from "./contract/method.js";
export { receiptsOfBlock } from "./contract/shape/receipt.js";
export type * from "./server/backend/accounts-api.js";
export type * from "./server/backend/backend.js";
export type * from "./server/backend/chain-api.js";
export type * from "./server/backend/cluster-api.js";
export type * from "./server/backend/dev-api.js";
export type * from "./server/backend/explorer-api.js";
export type * from "./server/backend/fork-alerts.js";
export type * from "./server/backend/mining-api.js";
export type * from "./server/backend/node-api.js";
export type * from "./server/backend/pool-api.js";
export type * from "./server/backend/range-api.js";
export type * from "./server/backend/state-api.js";
export type * from "./server/backend/trace-api.js";
export type { Access } from "./server/clients/access.js";
export { type ApiKey, digestOf, methodsNamed } from "./server/clients/keys.js";
export {
  type Abort,
  type AnswererOptions,
  createAnswerer,
} from "./server/compute/answerer.js";
export {
  type ComputeAnswer,
  type ComputePort,
  type ComputeRequest,
  computeThreadLost,
  NeedsWriter,
} from "./server/compute/compute-port.js";
export { releaseShared } from "./server/compute/shared-answers.js";
export type { RequestLevels } from "./server/dispatch/dispatch.js";
export type { HistoricalRequest, Upstream } from "./server/dispatch/forked.js";
export { revertReason } from "./server/dispatch/revert-reason.js";
export type { ErrorForm } from "./server/errors/error-form.js";
export type { PageText } from "./server/http/http.js";
export { freePort } from "./server/http/listen-failure.js";
export type { PageName } from "./server/http/pages.js";
export type { Site, SiteFile } from "./server/http/site.js";
export { type AnswerLimits, defaultLimits, type Limits, limitsOfThread } from "./server/limits.js";
export type { ServiceCounts } from "./server/metrics/service-counts.js";
export {
  canSharePort,
  chosenTransport,
  defaultTransport,
  describeTransport,
  type Transport,
} from "./server/native-server.js";
export type { Connection, Notification } from "./server/sockets/connection.js";
export {
  addressOf,
  openRpc,
  type PassedService,
  type Rpc,
  type RpcOptions,
  type RpcServer,
  type RpcServerOptions,
  startRpcServer,
} from "./server/start.js";
export {
  passedBytes,
  passedResult,
  passedText,
  resultHead,
  wholeBytes,
} from "./server/writer/passed-text.js";
export type { PassedText, WriterPort } from "./server/writer/writer-port.js";
