/** Recognizes that a node does not have a method. */
import { errorCodes, RpcError } from "@tandem/rpc/client";

/** Returns whether an error says so, rather than that a call failed. */
export const isAbsent = (error: unknown): boolean =>
  error instanceof RpcError && error.code === errorCodes.method.code;
