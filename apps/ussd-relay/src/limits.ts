/** Defines the limits of the relay, each with its reason. */
import { descriptorsMax } from "@tandem/runtime/files";

const descriptors = descriptorsMax();

/** A quarter of the file descriptors is left to the records and to connections to the node. */
const connectionsMax = Math.min(2_000, Math.floor((descriptors * 3) / 4));

/** Connections of addresses that may not post, which can read pages only: a browser opens six. */
const otherConnectionsMax = Math.min(100, Math.floor(connectionsMax / 2));

/** Connections to the node may take a quarter of that quarter. */
const nodeRequestsMax = Math.min(64, Math.floor(descriptors / 16));

export const relayLimits = {
  /** Bytes of a file that a setting names: some lines, or a keystore. */
  settingFileBytesMax: 1024 * 1024,
  /** Bytes of a post; its three fields need a few hundred. */
  bodyBytesMax: 16 * 1024,
  /** Bytes read and dropped after a refusal, so that the sender can read the answer. */
  discardedBytesMax: 1024 * 1024,
  /** Characters of a session's identifier, which becomes part of a database key. */
  sessionIdLengthMax: 128,
  /** Characters of a phone number: a plus sign and the 15 digits of E.164, with a margin. */
  phoneNumberLengthMax: 20,
  /** Attempts at choosing a PIN in one session. */
  pinAttemptsMax: 5,
  /** Registered users, who are stored for good. Two PINs at a time are hashed, so so many need days. */
  usersMax: 10_000_000,
  /** Wrong PINs after which a user is locked. */
  pinFailuresMax: 3,
  /**
   * PINs that are hashed at once. A hash has a thread of Node for 40 ms, and the writes of the records need one of
   * the four too.
   */
  pinHashesMax: 2,
  /** Sessions of the phone page of extended mode whose transactions can be shown. */
  phoneSessionsMax: 10_000,
  /** Outcomes stored and shown per user. */
  historyMax: 3,
  /** Milliseconds a post waits for another post of its session or user, and between two attempts. */
  claimWaitMs: 8_000,
  claimPollMs: 25,
  /** Milliseconds after which a claim expires; longer than a post takes. */
  claimMs: 30_000,
  /** Milliseconds after which another instance follows the transactions of one that has died. */
  settlingMs: 10_000,
  /** Milliseconds for which answers of extended mode are stored; longer than any session. */
  sessionMs: 60 * 60 * 1000,
  /** Milliseconds until a request signed by a user expires. */
  signedRequestMs: 60 * 60 * 1000,
  /**
   * Blocks before the newest one at its signature in which a request is searched: a reorg may have replaced these by a
   * branch with fewer blocks and more work.
   */
  requestReorgBlocksMax: 100,
  /** Memory in bytes and rounds of a keystore's key derivation; wallets stay below. */
  keystoreMemoryMax: 512 * 1024 * 1024,
  keystoreRoundsMax: 8 * 1024 * 1024,
  /** Phone numbers whose posts are counted in memory. */
  countedNumbersMax: 100_000,
  /** Used signatures stored on disk: 3,300 per second for ten minutes. */
  signaturesKeptMax: 2_000_000,
  /** Claims of one process, in memory. */
  claimsMax: 100_000,
  /** Milliseconds over which a number's posts are counted. */
  rateSpanMs: 60_000,
  /** Warnings about posts that fail, of one cause, in so many milliseconds; further ones are counted in one line. */
  failureWarningsMax: 20,
  failureWarningsMs: 60_000,
  /** Times a stuck transaction is replaced by one that pays more. */
  replacementsMax: 20,
  /** Maximum number of posts in progress; further ones are answered that the service is unavailable. */
  postsMax: 1000,
  /** Maximum of one address among them. */
  addressPostsMax: 750,
  /** Maximum number of pages in progress; further ones are answered 503. */
  pagesMax: 100,
  /** Maximum of one address among them. A browser needs six for the phone page. */
  addressPagesMax: 20,
  /** Transactions that wait for the wallet. */
  queuedMax: 200,
  /** Milliseconds a post may wait for the wallet, and for its PIN to be hashed; gateways give up after ten seconds. */
  queueMsMax: 5_000,
  /** Milliseconds the node may take to answer, for the same reason. */
  nodeAnswerMs: 4_000,
  /** Bytes of an answer of the node: the receipts of a batch, whose transactions make few logs, have a fraction. */
  nodeAnswerBytesMax: 16 * 1024 * 1024,
  /**
   * Requests to the node in progress, each of which has a connection: in total, and of one method. Reads of the balance
   * leave a part to payments. A request that has waited as long as the node may take to answer fails.
   */
  nodeRequestsMax,
  nodeMethodRequestsMax: Math.floor((nodeRequestsMax * 3) / 4),
  /** Milliseconds a client may take to send the headers of a post, and then its body. */
  headersMs: 5_000,
  bodyMs: 5_000,
  /** Milliseconds in which a client may take nothing of its answers. */
  unreadMs: 5_000,
  /** Requests of one connection that are not answered: gateways and browsers wait for each answer. */
  pipelinedMax: 100,
  /** Milliseconds between two checks for connections whose headers are late. */
  connectionsCheckMs: 500,
  /** Simultaneous connections: of addresses that may post, and of all others. */
  postingConnectionsMax: connectionsMax - otherConnectionsMax,
  otherConnectionsMax,
  /** Milliseconds in which open posts are answered when the relay stops. */
  stopMs: 10_000,
  /** Milliseconds between two polls for missing receipts, while the node announces no blocks. */
  receiptPollMs: 200,
  /** Milliseconds between a new block and the poll that follows it; more blocks may come meanwhile. */
  wakeMs: 50,
  /** Milliseconds before the WebSocket is opened again, and the longest such wait. */
  socketRetryMs: { first: 250, longest: 10_000 },
  /** Receipts requested in one batch of 100, whose last request is for the head. */
  receiptsPerBatch: 99,
  /** Milliseconds without a receipt after which a transaction is sent once more. */
  rebroadcastMs: 10_000,
  /** Milliseconds between two attempts to reach an unreachable node. */
  awayMs: 1_000,
  /** Missing nonces that are filled at a time; pools take as many of one sender ahead of its next nonce. */
  gapNoncesMax: 16,
  /**
   * Milliseconds with a used nonce and no receipt after which a transaction counts as lost. Of several nodes behind one
   * address, the one that answers about receipts may be some blocks late. Also how long a nonce is missing until it is filled.
   */
  lostMs: 20_000,
  /** Milliseconds in which a transaction that the node refuses is offered at higher fees. */
  raisingMsMax: 3_000,
  /** Signatures of one transaction when another program takes its nonces. */
  signaturesMax: 3,
  /** Milliseconds for which answers of demonstration mode are stored. */
  answersKeptMs: 7 * 24 * 60 * 60 * 1000,
  /**
   * Answers stored that move no money; the oldest are removed before their time. A client that makes 6,000 posts per
   * second needs almost three minutes for so many, longer than a gateway repeats a post.
   */
  evictableRowsMax: 1_000_000,
  /** Rows removed in one write. */
  sweepRows: 1000,
  /** Milliseconds Redis may take to answer. */
  redisAnswerMs: 3_000,
  /** Milliseconds between two removals of expired rows from disk. */
  recordSweepMs: 60_000,
  /** Milliseconds a transaction of a deployment may take. */
  deployMs: 60_000,
} as const;
