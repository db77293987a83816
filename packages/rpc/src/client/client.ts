/**
 * Exports the typed client: the contract's methods as functions, over HTTP or WebSocket. It does not
 * import the server, its socket library or the database.
 */
export { toHex } from "@tandem/primitives";
export type { Contract } from "../contract/index.js";
export { isMergeMined, type MergeMined } from "../contract/shape/block.js";
export type { Client } from "./batch.js";
export type { Arguments, Calls } from "./calls.js";
export { ConnectionError, errorCodes, ForeignAnswer, isUnknownMethod, RpcError } from "./errors.js";
export { type ClientOptions, httpClient } from "./http.js";
export { type ClientLimits, defaultClientLimits } from "./limits.js";
export { readBody, readJson } from "./read-json.js";
export type { ActiveSubscription, SubscribeOptions, SubscriptionEvent } from "./subscriptions.js";
export { type WebSocketClient, webSocketClient } from "./websocket.js";
