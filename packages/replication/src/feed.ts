/** Declares the feed of pending transactions at the sealer: other nodes have them if the sealer fails. */

import type { Position } from "./position.js";

/** Says which part of the log a node has applied. */
export type AppliedLog = Pick<Position, "identity" | "sequence">;

/** A message of another node. */
export interface FeedMessage {
  readonly sequence: number;
  readonly body: Uint8Array;
  /**
   * The records that its node had applied when it published the message. Another node needs them
   * first: messages and records arrive in any order.
   */
  readonly after?: AppliedLog | undefined;
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
  publish(body: Uint8Array, after?: AppliedLog): Promise<number>;
  /**
   * Yields the stored messages of other nodes, and new ones, until the signal is aborted. After an
   * interruption of the connection it starts again at the first stored message.
   */
  read(signal: AbortSignal): AsyncIterable<FeedMessage>;
}
