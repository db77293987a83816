/** Every bound of the talk with a Bitcoin node, with why. */

export interface BitcoinNodeLimits {
  /** Milliseconds an ordinary call may take; validating a full block takes a few seconds. */
  readonly callMs: number;
  /** Milliseconds an answer may be held back until the template changes (BIP-22 long polling). */
  readonly longPollMs: number;
  /** Bytes of one answer: a template of a full block is 8 MB of hex and as much around it. */
  readonly answerBytesMax: number;
  /** Milliseconds before a node that is away is asked again: doubled each time, to the maximum. */
  readonly retryMsMin: number;
  readonly retryMsMax: number;
  /** Milliseconds a template is used before another is asked for; a block of ours ends it sooner. */
  readonly templateMsMin: number;
  /** Milliseconds after which a template is renewed where the node offers no long polling. */
  readonly templateMsMax: number;
  /** Times a found block is handed over to a node that is away: half a minute, then it is stale. */
  readonly submitTriesMax: number;
  /** Milliseconds a node that ends waits for the answer to its last Bitcoin block. */
  readonly closeMs: number;
  /** Milliseconds after which a draft of ours is made anew: newer transactions, a newer time. */
  readonly workMsMax: number;
}

export const bitcoinNodeLimits: BitcoinNodeLimits = {
  callMs: 30_000,
  longPollMs: 240_000,
  answerBytesMax: 64 * 1024 * 1024,
  retryMsMin: 250,
  retryMsMax: 15_000,
  templateMsMin: 1000,
  templateMsMax: 15_000,
  submitTriesMax: 8,
  closeMs: 5000,
  workMsMax: 60_000,
};
