/** Declares the part of a mode that handles the outcome of its transactions. */
import type { Receipt } from "../chain/chain.js";
import type { Change } from "../records/records.js";
import type { Ending } from "./ending.js";
import type { Outgoing } from "./outgoing.js";

export interface Settlement<T extends Outgoing> {
  /** Milliseconds without a receipt after which the fee is raised; undefined: never. */
  readonly replaceAfterMs: number | undefined;
  /** Returns why a transaction failed in a block. */
  failureReason(outgoing: T, receipt: Receipt): Promise<string>;
  /** Returns the claims that must be held while a transaction is settled. */
  claimsOf(outgoing: T): readonly string[];
  /** Returns whether a transaction that is in no block can no longer have its effect. */
  isExpired(outgoing: T): Promise<boolean>;
  /** Returns the receipt of a transaction of another account that has had the effect, or undefined. */
  executionOf(outgoing: T): Promise<Receipt | undefined>;
  /** Returns the changes to write when a transaction is settled, or released as lost. */
  changesOf(outgoing: T, ending: Ending): Promise<readonly Change[]>;
}
