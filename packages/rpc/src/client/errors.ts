/** Exports the errors of a client. A command that recognizes them does not load the methods. */
export { errorCodes, isUnknownMethod, RpcError } from "../contract/errors.js";
export { ConnectionError, ForeignAnswer, noAnswer } from "./response.js";
