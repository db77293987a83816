/** Describes what one process knows about a transaction that it follows. */
import { messageOf } from "@tandem/runtime";
import type { Hex } from "viem";
import type { Log } from "../log.js";

export interface Progress {
  /** Milliseconds of the follower's clock; minus infinity: a poll without a receipt sends it again. */
  sentAt: number;
  /** Time since which a block could include the newest version, as far as this process knows. */
  waitingSince: number;
  /** Time since which the nonce is used without a receipt; undefined: it is not, as far as this process knows. */
  missedSince: number | undefined;
  /** Why the node has refused the newest version, which is then not replaced; undefined: it has not. */
  refusal: string | undefined;
  /** Why the last check failed, though the node and the records answered; undefined: it did not. */
  checkError: string | undefined;
  /** The line about the ending that was logged; undefined: none was. */
  announced: string | undefined;
}

/** Returns the progress of a transaction that was sent just now. @param now milliseconds. */
export const beginProgress = (now: number): Progress => ({
  sentAt: now,
  waitingSince: now,
  missedSince: undefined,
  refusal: undefined,
  checkError: undefined,
  announced: undefined,
});

/** Records why a transaction cannot be checked, and logs it unless the last check failed for the same reason. */
export function recordFailedCheck(progress: Progress, id: Hex, error: unknown, log: Log): void {
  const message = messageOf(error);
  if (message !== progress.checkError) log.warn(`cannot follow ${id}: ${message}`);
  progress.checkError = message;
}

/** Records that the node refuses a version of a transaction, and logs it unless the last reason was the same. */
export function recordRefusal(progress: Progress, hash: Hex, message: string, log: Log): void {
  if (message !== progress.refusal) log.warn(`the node does not take ${hash}: ${message}`);
  progress.refusal = message;
}

/** Counts the transactions whose last check failed. */
export const uncheckedIn = (several: Iterable<Progress>): number =>
  [...several].filter(({ checkError }) => checkError !== undefined).length;
