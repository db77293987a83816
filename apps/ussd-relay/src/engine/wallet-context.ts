import type { Hex } from "viem";
import type { Log } from "../log.js";
import type { Records } from "../records/records.js";
import type { Signer } from "../wallet/signer.js";

/** Values that the sender and the follower of one instance share: its wallet, contract and records. */
export interface WalletContext {
  readonly chainId: number;
  /** The contract that transactions call. */
  readonly target: Hex;
  readonly signer: Signer;
  readonly records: Records;
  /** Unique token of this instance. */
  readonly token: string;
  readonly log: Log;
  /** Returns milliseconds of a monotonic clock. */
  readonly now: () => number;
}
