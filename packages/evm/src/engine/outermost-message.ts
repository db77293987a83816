/** Declares the outermost message of an execution. */
import type { EVMRunCallOpts } from "@ethereumjs/evm";

/** A message with the members that are required here. */
export type Message = EVMRunCallOpts &
  Required<Pick<EVMRunCallOpts, "block" | "caller" | "gasLimit">>;

/** The outermost message. Addresses are 20 bytes, amounts wei. */
export interface OutermostMessage {
  readonly env: MessageEnv;
  readonly from: Uint8Array;
  /** Is undefined for a creation. */
  readonly to: Uint8Array | undefined;
  readonly gas: bigint;
  readonly gasPrice: bigint;
  readonly value: bigint;
  readonly data: Uint8Array;
}

/**
 * The values of the block that instructions return. The messages of a block share one object, whose values an
 * engine then writes once.
 */
export interface MessageEnv {
  readonly number: bigint;
  readonly timestamp: bigint;
  readonly coinbase: Uint8Array;
  readonly difficulty: bigint;
  readonly gasLimit: bigint;
  readonly baseFee: bigint;
}
