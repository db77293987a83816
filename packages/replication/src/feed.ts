/** Declares the feed of pending transactions at the sealer: other nodes have them if the sealer fails. */

/**
 * Messages of several nodes that are stored for a limited time. Unlike with the log, no node
 * requires all of them.
 */
export interface Feed {
  /** Resolves when the message is stored. @throws {LogUnavailable} once the feed is closed. */
  publish(body: Uint8Array): Promise<void>;
  /**
   * Yields the stored messages of other nodes, and new ones, until the signal is aborted. After an
   * interruption of the connection it starts again at the first stored message.
   */
  read(signal: AbortSignal): AsyncIterable<Uint8Array>;
}
