/** Declares the forms in which errors of calls and transactions are answered. */
import type { BlockRef, FaultData } from "@tandem/primitives";
import type { RpcError } from "../contract/errors.js";

/** Converts a fault. Returns undefined if the form is the standard one. */
export type FaultConverter = (fault: FaultData) => RpcError | undefined;

/** A block that does not exist, whose state was requested, and the height of the head. */
export interface UnknownBlock {
  readonly block: Exclude<BlockRef, { readonly tag: unknown }>;
  readonly head: number;
}
