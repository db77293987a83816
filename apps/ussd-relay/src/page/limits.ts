/** Every bound of the phone page, with why. */

export const pageLimits = {
  /** Milliseconds after which gateways give up on an answer. */
  answerMs: 10_000,
  /** Milliseconds the page itself waits, so that a late answer is still seen. */
  patienceMs: 30_000,
  /** Milliseconds after which networks close a session. */
  sessionMs: 180_000,
  /** Milliseconds in which a key pressed again changes its letter. */
  tapMs: 1_000,
  /** Milliseconds between two looks at the session's clock. */
  clockMs: 1_000,
  /** Characters of one entry: what a network takes. */
  entryLengthMax: 182,
  /** Milliseconds between two questions about transactions that wait, and how many are asked. */
  pollMs: 500,
  pollsMax: 1_200,
  /** Sessions of this tab whose transactions are looked for when it is loaded again. */
  sessionsKept: 20,
} as const;
