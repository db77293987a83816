/** Names the limits of connections to other nodes. */

const kibibyte = 1024;
const mebibyte = 1024 * 1024;

export const peerLimits = {
  /** The longest frame of RLPx: its length has three bytes. */
  frameBytesMax: 0xff_ffff,
  /** The longest message before a peer has said which chain it has. */
  introductionBytesMax: 64 * kibibyte,
  /** The longest packet of the handshake, which has about 500 bytes (EIP-8). */
  handshakeBytesMax: 2048,
  /**
   * The bytes of long messages that are received and handled at once: of all peers that connected to this node, and of
   * all that it connected to.
   */
  receivingBytesMax: 64 * mebibyte,
  /** The milliseconds that a long message waits before the one that has not arrived for the longest time is given up. */
  arrivingMs: 5000,
  /** Messages up to this length are received at any time. */
  shortMessageBytes: 64 * kibibyte,
  /** The milliseconds in which a connection must be made, and both sides have said who they are. */
  introductionMs: 10_000,
  /** The milliseconds in which a message must have arrived whole once it has begun. */
  messageMs: 60_000,
  /** The milliseconds after which a silent peer is asked whether it is still there, and is given up. */
  pingAfterMs: 15_000,
  silenceMsMax: 60_000,
  /** The milliseconds in which a request must be answered. */
  requestMs: 30_000,
  /** The milliseconds between two attempts to connect, which double from the first to the last. */
  connectAgainMs: 500,
  connectAgainMsMax: 30_000,
  /** The nodes to which connections are kept. */
  keptMax: 256,
  /** The milliseconds for which a peer that broke a rule is refused, and how many are remembered. */
  refusedMs: 600_000,
  refusedPeersMax: 4096,
  /** The lines about peers that connected to this node that are logged in a minute. */
  strangerLinesMax: 60,
  /** The share of the places that nodes of one network, which is not this machine, may have. */
  networkShareMax: 0.5,
  /** The connections of others that may be making themselves known at once. */
  introductionsMax: 32,
  /** The bytes that may wait for a peer that does not read: more blocks and transactions are not told to it. */
  unreadBytesMax: 4 * mebibyte,
  /** The messages of a peer that are handled in a second, and their bytes; more wait. */
  messagesPerSecondMax: 2000,
  bytesPerSecondMax: 32 * mebibyte,
  /** The requests under way to one peer, and those of a peer that wait for their answers. */
  requestsMax: 64,
  /**
   * The blocks that are fetched from one peer because it announced them, and the milliseconds for which one waits for those
   * before it: until then it is fetched from no other peer.
   */
  fetchesMax: 16,
  fetchWaitMsMax: 30_000,
  /** The milliseconds in which a peer that is followed must bring a new block. */
  progressMs: 60_000,
  /** The milliseconds for which the blocks of a followed peer are waited for while others wait to be followed. */
  turnMs: 60_000,
  /**
   * The milliseconds after a block of a followed peer in which this node waits for the next one: until then transactions
   * of peers are ignored, and the head is not told.
   */
  importingMs: 5000,
  /** The milliseconds after which a peer is followed again whose next block was in the future. */
  earlyMs: 5000,
  /** The number of times in a row that the head of a followed peer may be another one than it told. */
  missedHeadsMax: 8,
  /** The entries of a message. */
  headersMax: 192,
  announcedMax: 256,
  transactionsMax: 4096,
  /** The longest header. One of the reference network has less than 2 KiB. */
  headerBytesMax: 16 * kibibyte,
  /** The longest list of uncles: ten such headers. They are hashed at once. */
  unclesBytesMax: 161 * kibibyte,
  /** The longest transaction; longer ones of peers are ignored. */
  transactionBytesMax: 128 * kibibyte,
  /** The bytes of transactions that are put into one message. */
  transactionsBytesMax: 128 * kibibyte,
  /**
   * The share of a peer's message of transactions that may be refused. Of more, its transactions are ignored for these
   * milliseconds for each that was refused.
   */
  refusedShareMax: 0.25,
  ignoredMsPerRefused: 1,
  /** The hashes that a peer is known to have. */
  knownBlocksMax: 1024,
  knownTransactionsMax: 16_384,
  /**
   * The blocks that a synchronisation fetches ahead, and their bytes: it asks for as many as fit by the size of the last one,
   * and keeps those that fit.
   */
  blocksAheadMax: 32,
  blocksAheadBytesMax: 16 * mebibyte,
  /** The blocks of one change of the head that are announced one by one; of more, only the newest state is told. */
  addedMax: 16,
} as const;
