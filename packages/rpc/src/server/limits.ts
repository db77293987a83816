/** Every limit of the server, each with its reason. */

export interface Limits {
  /** Bytes of one HTTP body: a full batch of ordinary calls fits, a flood does not. */
  readonly bodyBytesMax: number;
  /** Bytes of a body without a valid API key that are read for the id of its request. */
  readonly unauthorizedBytesMax: number;
  /**
   * Bytes of large bodies and messages that are received, parsed or answered at a time, and of
   * messages that wait for a time slice; and those of one client. One request of the greatest length
   * always fits.
   */
  readonly bodiesBytesMax: number;
  readonly clientBodiesBytesMax: number;
  /** Bytes of one WebSocket message: one request, or a moderate batch. */
  readonly messageBytesMax: number;
  /** Entries of one batch: the work behind one body stays bounded. */
  readonly batchEntriesMax: number;
  /**
   * Values in a body, counted by its commas and brackets: each takes memory. A state override of
   * 200,000 accounts fits.
   */
  readonly jsonValuesMax: number;
  /** Levels of arrays and objects in a body: no request needs ten. */
  readonly jsonDepthMax: number;
  /** Characters of one answer, a batch counted together: half of what a V8 string can hold. */
  readonly answerCharactersMax: number;
  /** WebSockets open at once: each holds buffers and file descriptors. And those of one client. */
  readonly socketsMax: number;
  readonly clientSocketsMax: number;
  /** Subscriptions of one socket: each is matched against every new block. */
  readonly socketSubscriptionsMax: number;
  /** Calls under way over HTTP and WebSockets, a batch being one: each keeps its text. */
  readonly callsMax: number;
  readonly clientCallsMax: number;
  /** Messages of one socket that wait or are being answered: a client that never reads must not queue work. */
  readonly socketCallsMax: number;
  /** Bytes waiting on one socket before its reader counts as gone and is disconnected. */
  readonly socketWaitingBytesMax: number;
  /** The same of all sockets together, and of those of one client. */
  readonly waitingBytesMax: number;
  readonly clientWaitingBytesMax: number;
  /** Seconds without a sign of life before a WebSocket is closed; pings keep a live one open. */
  readonly socketIdleSeconds: number;
  /** Bytes of the headers of one request, where the transport lets us say. */
  readonly headerBytesMax: number;
  /**
   * Milliseconds in which a request's head must be there, and the whole request. uWebSockets.js has
   * its own rule, which cannot be set: it ends a connection that sent too little in ten seconds.
   */
  readonly headMsMax: number;
  readonly requestMsMax: number;
  /** Characters from which an answer is compressed when asked: below, packing costs more than it saves. */
  readonly gzipCharactersMin: number;
  /** Filters held at once: each is matched against every new block. And those of one client. */
  readonly filtersMax: number;
  readonly clientFiltersMax: number;
  /** Bytes of memory that what one filter or subscription looks for takes, estimated. */
  readonly filterBytesMax: number;
  /** The same of all of them together, with what filters have collected; and those of one client. */
  readonly heldBytesMax: number;
  readonly clientHeldBytesMax: number;
  /** Bytes of events, estimated, that are kept for subscriptions and filters that had not got them. */
  readonly subscriberLagBytesMax: number;
  /** Entries a filter collects between two times it is asked; past it, it is given up. */
  readonly filterEntriesMax: number;
  /** Characters of those entries, for logs may be long. */
  readonly filterCharactersMax: number;
  /** Milliseconds after which a filter nobody asked for is forgotten. */
  readonly filterIdleMs: number;
  /** Milliseconds that answers under way get when the server closes. */
  readonly closeGraceMs: number;
}

export const defaultLimits: Limits = {
  bodyBytesMax: 25 * 1024 * 1024,
  unauthorizedBytesMax: 4096,
  bodiesBytesMax: 512 * 1024 * 1024,
  clientBodiesBytesMax: 128 * 1024 * 1024,
  messageBytesMax: 25 * 1024 * 1024,
  batchEntriesMax: 1000,
  jsonValuesMax: 1_000_000,
  jsonDepthMax: 64,
  answerCharactersMax: 256 * 1024 * 1024,
  socketsMax: 10_000,
  clientSocketsMax: 7500,
  socketSubscriptionsMax: 1000,
  callsMax: 16_384,
  clientCallsMax: 12_288,
  socketCallsMax: 1000,
  socketWaitingBytesMax: 16 * 1024 * 1024,
  waitingBytesMax: 1024 * 1024 * 1024,
  clientWaitingBytesMax: 512 * 1024 * 1024,
  socketIdleSeconds: 120,
  headerBytesMax: 16 * 1024,
  headMsMax: 10_000,
  requestMsMax: 120_000,
  gzipCharactersMin: 64 * 1024,
  filtersMax: 1000,
  clientFiltersMax: 750,
  filterBytesMax: 256 * 1024,
  heldBytesMax: 256 * 1024 * 1024,
  clientHeldBytesMax: 128 * 1024 * 1024,
  subscriberLagBytesMax: 64 * 1024 * 1024,
  filterEntriesMax: 10_000,
  filterCharactersMax: 16 * 1024 * 1024,
  filterIdleMs: 5 * 60 * 1000,
  closeGraceMs: 2000,
};

/** Characters of blocks kept as text: a hundred full ones, or thousands of small ones. */
export const readyTextCharactersMax: number = 32 * 1024 * 1024;

/** Characters of a request's id, which its answer repeats. */
export const idCharactersMax: number = 16 * 1024;

/** Characters or bytes from which a body or message is large: it is gone through in slices. */
export const largeBodyMin: number = 64 * 1024;

/** Values up to which a text is parsed in one go: 30 ms at most, a third of what it takes in slices. */
export const jsonValuesAtOnceMax = 50_000;
