/** Writes a request that another thread or another node answers, and reads its response. */

import { RpcError } from "../../contract/errors.js";
import { JsonBytes, JsonText } from "../../written-json.js";

/** The beginning of a successful response to a request whose id is 1. */
export const resultHead = '{"jsonrpc":"2.0","id":1,"result":';

/** Writes a request whose id is 1. */
export const passedText = (method: string, params: readonly unknown[]): string =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

/**
 * Returns the result in the response to such a request.
 * @throws {RpcError} its error.
 */
export function passedResult(response: string): JsonText {
  if (response.startsWith(resultHead)) {
    return new JsonText(response.slice(resultHead.length, -1));
  }
  const { error } = JSON.parse(response) as {
    readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
  };
  throw new RpcError(error.code, error.message, error.data);
}

/** Returns the result in a response that is long, and therefore no error. */
export const passedBytes = (response: Uint8Array): JsonBytes =>
  wholeBytes(response.subarray(resultHead.length, -1));

/** Returns JSON that is one piece. */
export const wholeBytes = (bytes: Uint8Array): JsonBytes =>
  new JsonBytes(bytes.length, () => [bytes]);
