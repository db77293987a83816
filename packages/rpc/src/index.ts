/** Exports JSON-RPC: the contract, and the server that answers it for a `Backend`. */

export type { Access } from "./access/access.js";
export { type ApiKey, digestOf, methodsNamed } from "./access/keys.js";
export type * from "./backend/accounts-api.js";
export type * from "./backend/backend.js";
export type * from "./backend/chain-api.js";
export type * from "./backend/cluster-api.js";
export {
  type ComputeAnswer,
  type ComputePort,
  type ComputeRequest,
  computeThreadLost,
  NeedsWriter,
} from "./backend/compute-port.js";
export type * from "./backend/dev-api.js";
export type * from "./backend/explorer-api.js";
export type * from "./backend/fork-alerts.js";
export type * from "./backend/mining-api.js";
export type * from "./backend/node-api.js";
export type * from "./backend/peers-api.js";
export type * from "./backend/pool-api.js";
export type * from "./backend/range-api.js";
export type * from "./backend/state-api.js";
export type * from "./backend/trace-api.js";
export type { HistoricalRequest, Upstream } from "./backend/upstream.js";
export type { PassedText, WriterPort } from "./backend/writer-port.js";
export { fetchReason } from "./client/fetch-reason.js";
export type { ErrorForm } from "./contract/answer-form.js";
export { type LooseReader, looseReaderOf } from "./contract/codec/loose-forms.js";
export { errorCodes, isUnknownMethod, RpcError } from "./contract/errors.js";
export { type Contract, contract, namesOf } from "./contract/index.js";
export { explorerPageMax, feeBlocksMax, slotsMax } from "./contract/limits.js";
export type { Method } from "./contract/method.js";
export { receiptsOfBlock } from "./contract/shape/receipt.js";
export { revertReason } from "./errors/revert-reason.js";
export { type AnswerLimits, defaultLimits, type Limits, limitsOfThread } from "./limits.js";
export {
  type Abort,
  type AnswererOptions,
  createAnswerer,
} from "./server/compute/answerer.js";
export { releaseShared } from "./server/compute/shared-answers.js";
export type { RequestLevels } from "./server/dispatch/dispatch.js";
export type { ServiceCounts } from "./server/dispatch/service-counts.js";
export type { PageText } from "./server/http/http.js";
export { freePort } from "./server/http/listen-failure.js";
export type { Site, SiteFile } from "./server/http/site.js";
export type { PageName } from "./server/metrics/pages.js";
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
