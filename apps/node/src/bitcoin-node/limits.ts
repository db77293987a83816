/** Defines the limits of the connection to a Bitcoin node, with their reasons. */

export interface BitcoinNodeLimits {
  /** Milliseconds of an ordinary call; validating a full block takes a few seconds. */
  readonly callMs: number;
  /** Milliseconds of a long poll, which is answered when the template changes (BIP-22). */
  readonly longPollMs: number;
  /** Bytes of one answer: a template of a full block has 8 MB of hex and as much JSON around it. */
  readonly answerBytesMax: number;
  /** Milliseconds before an unreachable node is called again: doubled each time, up to the maximum. */
  readonly retryMsMin: number;
  readonly retryMsMax: number;
  /** Milliseconds a template is used before another is requested; a submitted block ends it sooner. */
  readonly templateMsMin: number;
  /** Milliseconds after which a template is renewed if the node offers no long polling. */
  readonly templateMsMax: number;
  /** Attempts to submit a block to an unreachable node: after half a minute it is stale. */
  readonly submitTriesMax: number;
  /** Milliseconds that a stopping node waits for the answer to its last Bitcoin block. */
  readonly closeMs: number;
  /** Milliseconds after which a block template is rebuilt, with newer transactions and a newer time. */
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
