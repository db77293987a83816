/** Defines every limit of the client, each with its reason. */

export interface ClientLimits {
  /**
   * Milliseconds of a call: the node limits calls to a few seconds, and long answers need time on the
   * network.
   */
  readonly answerMs: number;
  /** Bytes of an answer over HTTP: JavaScript has no text for more, and one that does not end would fill the memory. */
  readonly answerBytesMax: number;
  /** Milliseconds for a WebSocket to open: a peer that accepts a connection may never answer its handshake. */
  readonly connectMs: number;
  /** The maximum number of pending calls: below what the node accepts from one socket. */
  readonly callsMax: number;
  /** Milliseconds before the first attempt to reconnect; doubled before each further one. */
  readonly retryFirstMs: number;
  /** The maximum milliseconds between two attempts. */
  readonly retryLongestMs: number;
  /** The maximum number of attempts in a row. */
  readonly retriesMax: number;
  /** Milliseconds without a message after which the connection is tested by a request. */
  readonly quietMs: number;
}

export const defaultClientLimits: ClientLimits = {
  answerMs: 30_000,
  answerBytesMax: 512 * 1024 * 1024,
  connectMs: 10_000,
  callsMax: 900,
  retryFirstMs: 250,
  retryLongestMs: 10_000,
  retriesMax: 30,
  quietMs: 30_000,
};
