/** Defines the limits of the phone page, each with its reason. */

export const pageLimits = {
  /** Milliseconds after which gateways give up on an answer. */
  answerMs: 10_000,
  /** Milliseconds the page itself waits, so that a late answer is still shown. */
  patienceMs: 30_000,
  /** Milliseconds after which networks close a session. */
  sessionMs: 180_000,
  /** Milliseconds in which a key pressed again changes its letter. */
  tapMs: 1_000,
  /** Milliseconds between two updates of the session's clock. */
  clockMs: 1_000,
  /** Characters of one entry, as networks limit it. */
  entryLengthMax: 182,
  /** Milliseconds between two polls for waiting transactions, and their maximum number. */
  pollMs: 500,
  pollsMax: 1_200,
  /** Polls after a post that the page gave up: the relay is at work on it for as long as the page would have waited. */
  unansweredPolls: 60,
  /** Sessions of this tab whose transactions are listed after a reload. */
  sessionsKept: 20,
} as const;
