/** Declares the feed of pending transactions at the sealer: other nodes have them if the sealer fails. */

/** A message of another node. */
export interface FeedMessage {
  readonly sequence: number;
  readonly body: Uint8Array;
}

/**
 * Messages of several nodes that are stored for a limited time. Unlike with the log, no node
 * requires all of them.
 */
export interface Feed {
  /**
   * Stores a message. @returns its sequence, in the order of all nodes' messages.
   * @throws {LogUnavailable} once the feed is closed.
   */
  publish(body: Uint8Array): Promise<number>;
  /**
   * Yields the stored messages of other nodes, and new ones, until the signal is aborted. After an
   * interruption of the connection it starts again at the first stored message.
   */
  read(signal: AbortSignal): AsyncIterable<FeedMessage>;
}
