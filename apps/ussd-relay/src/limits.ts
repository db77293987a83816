/** Every bound of the relay's loops, queues, texts and waits, with why. */

export const relayLimits = {
  /** Bytes of a gateway's post: the three fields take some hundred. */
  bodyBytesMax: 16 * 1024,
  /** Bytes read and thrown away after a refusal, so that a sender may still read it. */
  discardedBytesMax: 1024 * 1024,
  /** Characters of a session's identifier, which becomes part of a database key. */
  sessionIdLengthMax: 128,
  /** Characters of a phone number: a plus sign and the 15 digits of E.164, with room. */
  phoneNumberLengthMax: 20,
  /** Attempts at choosing a PIN in one session. */
  pinAttemptsMax: 5,
  /** Wrong PINs after which a user is locked out. */
  pinFailuresMax: 3,
  /** Outcomes kept of a user, and shown. */
  historyMax: 3,
  /** Milliseconds a post waits for another of its session or user, and between two looks. */
  claimWaitMs: 8_000,
  claimPollMs: 25,
  /** Milliseconds after which what a dead instance was at is free again: longer than a post takes. */
  claimMs: 30_000,
  /** Milliseconds after which another instance follows transactions when one has died. */
  settlingMs: 10_000,
  /** Milliseconds an extended session's answers are given again: longer than any session. */
  sessionMs: 60 * 60 * 1000,
  /** Milliseconds a request a user has signed may be brought to the chain. */
  signedRequestMs: 60 * 60 * 1000,
  /** Bytes and rounds a keystore's passphrase may cost: what wallets write. */
  keystoreMemoryMax: 512 * 1024 * 1024,
  keystoreRoundsMax: 8 * 1024 * 1024,
  /** Phone numbers whose posts are counted in memory. */
  countedNumbersMax: 100_000,
  /** Signatures of posts remembered on disk: 3,300 a second for the ten minutes they count. */
  signaturesKeptMax: 2_000_000,
  /** Claims of one process held in memory. */
  claimsMax: 100_000,
  /** Milliseconds over which a number's posts are counted. */
  rateSpanMs: 60_000,
  /** Times a stuck transaction is replaced by one that pays more. */
  replacementsMax: 20,
  /** Posts answered at the same time; more are told to try later. */
  postsMax: 1000,
  /** Transactions waiting for their turn at the one wallet. */
  queuedMax: 200,
  /** Milliseconds a post may wait for its turn: gateways give up after ten seconds. */
  queueMsMax: 5_000,
  /** Milliseconds the node may take for an answer, for the same reason. */
  nodeAnswerMs: 4_000,
  /** Milliseconds a client may take to send the headers of a post, and then its body. */
  headersMs: 5_000,
  bodyMs: 5_000,
  /** Milliseconds between two looks for connections whose headers are late. */
  connectionsCheckMs: 500,
  /** Connections at a time: in all, of one address, and of all addresses that may not post. */
  connectionsMax: 2_000,
  addressConnectionsMax: 1_000,
  strangerConnectionsMax: 100,
  /** Milliseconds posts under way have when the relay stops. */
  stopMs: 10_000,
  /** Milliseconds between two polls for missing receipts, while the node announces no blocks. */
  receiptPollMs: 200,
  /** Milliseconds between a new block and the poll that follows it; more blocks may come meanwhile. */
  wakeMs: 50,
  /** Milliseconds before the WebSocket is opened again, and the longest such wait. */
  socketRetryMs: { first: 250, longest: 10_000 },
  /** Receipts asked for in one message. */
  receiptsPerBatch: 100,
  /** Milliseconds without a receipt after which a transaction is sent once more. */
  rebroadcastMs: 10_000,
  /** Milliseconds between two attempts to reach a node that is away. */
  awayMs: 1_000,
  /** Looks at which a nonce was used up without a receipt before a transaction counts as lost. */
  lostPolls: 5,
  /** Times a transaction is signed anew because another wallet's owner took its nonce. */
  signaturesMax: 3,
  /** Milliseconds the demonstration's answers are given again. */
  answersKeptMs: 7 * 24 * 60 * 60 * 1000,
  /** Rows removed in one write. */
  sweepRows: 1000,
  /** Milliseconds the shared store may take for an answer. */
  redisAnswerMs: 3_000,
  /** How often rows whose time is over are removed from disk. */
  recordSweepMs: 60_000,
  /** Milliseconds a contract may take to be deployed or paid. */
  deployMs: 60_000,
} as const;
