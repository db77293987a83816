/** Describes what one process knows about a transaction that it follows. */

export interface Progress {
  /** Milliseconds of the follower's clock; minus infinity: a poll without a receipt sends it again. */
  sentAt: number;
  /** Time since which a block could include the newest version, as far as this process knows. */
  waitingSince: number;
  /** Time since which the nonce is used without a receipt; undefined: it is not, as far as this process knows. */
  missedSince: number | undefined;
  /** Why the node has refused the newest version, which is then not replaced; undefined: it has not. */
  refusal: string | undefined;
  /** The line about the ending that was logged; undefined: none was. */
  announced: string | undefined;
}

/** Returns the progress of a transaction that was sent just now. @param now milliseconds. */
export const beginProgress = (now: number): Progress => ({
  sentAt: now,
  waitingSince: now,
  missedSince: undefined,
  refusal: undefined,
  announced: undefined,
});
