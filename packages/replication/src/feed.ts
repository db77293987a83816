/** Declares the feed of what waits at the sealer: other nodes know it when the sealer dies. */

/** Messages of several nodes that are kept for a while. Unlike the log, nobody depends on having all of them. */
export interface Feed {
  /** Resolves when the message is stored. @throws {LogUnavailable} once the feed is closed. */
  publish(body: Uint8Array): Promise<void>;
  /**
   * Yields the messages of other nodes that are kept, and those that come, until the signal is aborted; after an
   * interruption of the connection again from the first that is kept.
   */
  read(signal: AbortSignal): AsyncIterable<Uint8Array>;
}
