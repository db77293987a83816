/** Defines every limit of the server, each with its reason. */
import { descriptorsMax } from "@tandem/runtime/files";

export interface Limits {
  /** Bytes of one HTTP body: a full batch of ordinary calls fits. */
  readonly bodyBytesMax: number;
  /** Bytes of a body without a valid API key that are read for the id of its request. */
  readonly unauthorizedBytesMax: number;
  /**
   * Bytes of large bodies and messages that are received, parsed or answered at a time, and of
   * messages that wait for a time slice; in all and for one client. One request of the maximum length
   * always fits.
   */
  readonly bodiesBytesMax: number;
  readonly clientBodiesBytesMax: number;
  /** Bytes of one WebSocket message: one request, or a moderate batch. */
  readonly messageBytesMax: number;
  /** Entries of one batch: the work behind one body stays bounded. */
  readonly batchEntriesMax: number;
  /**
   * Values in a body: each takes memory. A state override of 200,000 accounts fits.
   */
  readonly jsonValuesMax: number;
  /** Members of one object in a body: a list of their names is made in one go. */
  readonly jsonMembersMax: number;
  /** Levels of arrays and objects in a body: no request needs ten. */
  readonly jsonDepthMax: number;
  /** Characters of one answer, a batch counted together: half of what a V8 string can hold. */
  readonly answerCharactersMax: number;
  /**
   * Bytes of answers that are not finished, until they are passed to the network, in all and for one
   * client: those of a batch, those that are collected in slices, and those that are compressed. One
   * answer of the maximum length always fits.
   */
  readonly answersBytesMax: number;
  readonly clientAnswersBytesMax: number;
  /** WebSockets open at once, in all and for one client: each holds buffers and file descriptors. */
  readonly socketsMax: number;
  readonly clientSocketsMax: number;
  /**
   * Open file descriptors from which connections are refused: a quarter of those that the process may have stays free,
   * because a database that cannot open its next file writes nothing.
   */
  readonly descriptorsMax: number;
  /** Connections of one address to Node's server: three quarters of the descriptors that all may take. */
  readonly clientConnectionsMax: number;
  /**
   * Connections over IPC: a quarter of the descriptors, so that as many are left until uWebSockets.js must stop
   * listening. They have no time limit, since programs of the node's owner keep them open.
   */
  readonly ipcConnectionsMax: number;
  /**
   * The maximum number of descriptors for uWebSockets.js, which does not tell what it accepts: at intervals of
   * `descriptorCheckMs` the node looks whether it must stop listening, and many connections may come meanwhile. Whether it
   * can listen again takes longer to find out, since all descriptors are counted.
   */
  readonly watchedDescriptorsMax: number;
  readonly descriptorCheckMs: number;
  readonly descriptorCountMs: number;
  /** Subscriptions of one socket: each is matched against every new block. */
  readonly socketSubscriptionsMax: number;
  /** Calls in progress over HTTP and WebSockets, a batch being one: each holds its text. */
  readonly callsMax: number;
  readonly clientCallsMax: number;
  /** Requests of one connection of Node's HTTP server that wait for the answer to another: each holds its head. */
  readonly pipelinedRequestsMax: number;
  /** Messages of one socket that wait or are being answered: a client that never reads must not queue work. */
  readonly socketCallsMax: number;
  /**
   * Messages of one socket that are refused, pings and pongs in one turn of the event loop, some ten milliseconds of
   * work. A connection with more of them is closed: nobody else is served while a server reads on.
   */
  readonly socketTurnMax: number;
  /**
   * Answers of uWebSockets.js in one turn of the event loop, for the same reason; others are sent in the next one. It
   * closes a connection that sends a further request meanwhile.
   */
  readonly turnAnswersMax: number;
  /** Pieces of one body that uWebSockets.js receives in one turn of the event loop, for the same reason: it is paused. */
  readonly turnPiecesMax: number;
  /** Bytes that wait on one socket before its reader is considered dead and disconnected. */
  readonly socketWaitingBytesMax: number;
  /** Bytes that wait on all sockets together, and on those of one client. */
  readonly waitingBytesMax: number;
  readonly clientWaitingBytesMax: number;
  /** Seconds without a sign of life before a WebSocket is closed; pings keep a live one open. */
  readonly socketIdleSeconds: number;
  /** Bytes of the headers of one request; uWebSockets.js also takes 50 headers at most. */
  readonly headerBytesMax: number;
  /**
   * Milliseconds for a request's head, and for the whole request. uWebSockets.js has a fixed rule
   * instead: it closes a connection that sent too little in ten seconds.
   */
  readonly headMsMax: number;
  readonly requestMsMax: number;
  /** Milliseconds for which a connection without a request is kept; uWebSockets.js keeps one for as long. */
  readonly keepAliveMs: number;
  /**
   * Characters from which an answer is compressed on request: below, compression costs more than it
   * saves.
   */
  readonly gzipCharactersMin: number;
  /** Filters that exist at once, in all and for one client: each is matched against every new block. */
  readonly filtersMax: number;
  readonly clientFiltersMax: number;
  /** Estimated bytes of memory of the criteria of one filter or subscription. */
  readonly filterBytesMax: number;
  /**
   * Estimated bytes of all filters and subscriptions with the collected entries, in all and for one
   * client.
   */
  readonly heldBytesMax: number;
  readonly clientHeldBytesMax: number;
  /** Estimated bytes of events that are kept for subscriptions and filters that lag behind. */
  readonly subscriberLagBytesMax: number;
  /** Entries that a filter collects between polls; a filter over it is dropped. */
  readonly filterEntriesMax: number;
  /** Characters of those entries, since logs may be long. */
  readonly filterCharactersMax: number;
  /** Milliseconds after which a filter that was not polled is removed. */
  readonly filterIdleMs: number;
  /** Milliseconds for which a request waits for the height that its Tandem-Min-Height header names. */
  readonly minHeightMsMax: number;
  /** Milliseconds for answers in progress when the server closes. */
  readonly closeGraceMs: number;
}

/** The limits of answers. */
export type AnswerLimits = Pick<
  Limits,
  "answerCharactersMax" | "answersBytesMax" | "clientAnswersBytesMax"
>;

const processDescriptorsMax = descriptorsMax();

export const defaultLimits: Limits = {
  bodyBytesMax: 25 * 1024 * 1024,
  unauthorizedBytesMax: 4096,
  bodiesBytesMax: 512 * 1024 * 1024,
  clientBodiesBytesMax: 128 * 1024 * 1024,
  messageBytesMax: 25 * 1024 * 1024,
  batchEntriesMax: 1000,
  jsonValuesMax: 1_000_000,
  jsonMembersMax: 250_000,
  jsonDepthMax: 64,
  answerCharactersMax: 256 * 1024 * 1024,
  answersBytesMax: 1024 * 1024 * 1024,
  clientAnswersBytesMax: 512 * 1024 * 1024,
  socketsMax: 10_000,
  clientSocketsMax: 7500,
  descriptorsMax: Math.floor((processDescriptorsMax * 3) / 4),
  clientConnectionsMax: Math.floor((processDescriptorsMax * 9) / 16),
  ipcConnectionsMax: Math.floor(processDescriptorsMax / 4),
  watchedDescriptorsMax: Math.floor(processDescriptorsMax / 2),
  descriptorCheckMs: 100,
  descriptorCountMs: 1000,
  socketSubscriptionsMax: 1000,
  callsMax: 16_384,
  clientCallsMax: 12_288,
  pipelinedRequestsMax: 1000,
  socketCallsMax: 1000,
  socketTurnMax: 5000,
  turnAnswersMax: 2000,
  turnPiecesMax: 1000,
  socketWaitingBytesMax: 16 * 1024 * 1024,
  waitingBytesMax: 1024 * 1024 * 1024,
  clientWaitingBytesMax: 512 * 1024 * 1024,
  socketIdleSeconds: 120,
  headerBytesMax: 16 * 1024,
  headMsMax: 10_000,
  requestMsMax: 120_000,
  keepAliveMs: 10_000,
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
  minHeightMsMax: 200,
  closeGraceMs: 2000,
};

/**
 * Returns the limits of one of several threads that own sockets, so that those of all together are the
 * limits of the node.
 */
export const limitsOfThread = (threads: number): Partial<Limits> =>
  Object.fromEntries(
    limitsOfNode.map((name) => [name, Math.ceil(defaultLimits[name] / threads)] as const),
  );

/** The limits of all clients together, and of one client in all. */
const limitsOfNode: readonly (keyof Limits)[] = [
  "socketsMax",
  "clientSocketsMax",
  "clientConnectionsMax",
  "callsMax",
  "clientCallsMax",
  "answersBytesMax",
  "clientAnswersBytesMax",
  "bodiesBytesMax",
  "clientBodiesBytesMax",
  "heldBytesMax",
  "clientHeldBytesMax",
  "waitingBytesMax",
  "clientWaitingBytesMax",
];

/** Characters of cached block texts: a hundred full blocks, or thousands of small ones. */
export const readyTextCharactersMax: number = 32 * 1024 * 1024;

/** Characters of a request's id, which its answer repeats. */
export const idCharactersMax: number = 16 * 1024;

/** Characters or bytes from which a body or message is large and is processed in slices. */
export const largeBodyMin: number = 64 * 1024;

/** Characters up to which a text is parsed at once: 30 ms at most, a third of the time in slices. */
export const parsedAtOnceMax: number = 384 * 1024;

/**
 * Requests of one thread of the node that execute for a tracer or write what it has recorded, in all and of
 * one client; further ones wait for one of them to end. Each may record 64 MiB.
 */
export const tracedRequestsMax = 8;
export const clientTracedRequestsMax = 6;
