/** Matches responses to pending requests. */
import { isJsonObject } from "@tandem/primitives";
import { RpcError } from "../contract/errors.js";
import { fetchReason } from "./fetch-reason.js";

export interface Request {
  readonly jsonrpc: "2.0";
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/**
 * Reports that the node could not be reached, was lost, or did not answer with JSON-RPC. The outcome
 * of the call is unknown.
 */
export class ConnectionError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ConnectionError";
  }
}

/** Returns the error for a request over HTTP to which there was no answer in JSON. */
export const noAnswer = (cause: unknown): ConnectionError =>
  new ConnectionError(`no answer over HTTP: ${fetchReason(cause)}`, { cause });

/** Reports a result that has not the form of its method, as nodes of other kinds may return. */
export class ForeignAnswer extends ConnectionError {}

/** A response with the id of its request, or without an id if the node could not determine it. */
export interface JsonRpcResponse {
  readonly id: number | undefined;
  /**
   * Returns the JSON result.
   * @throws {RpcError} if the answer is an error.
   */
  result(): unknown;
}

interface ErrorMember {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

const isError = (value: unknown): value is ErrorMember =>
  isJsonObject(value) && typeof value.code === "number" && typeof value.message === "string";

/** @throws {ConnectionError} for a value that is no JSON-RPC answer. */
export function readResponse(value: unknown): JsonRpcResponse {
  if (!isJsonObject(value)) throw new ConnectionError("the answer is not JSON-RPC");
  const id = typeof value.id === "number" ? value.id : undefined;
  const { error, result } = value;
  if (isError(error)) {
    const rpcError = new RpcError(error.code, error.message, error.data);
    return {
      id,
      result() {
        throw rpcError;
      },
    };
  }
  if (!("result" in value)) throw new ConnectionError("the answer has neither result nor error");
  return { id, result: () => result };
}
