/** Decides when WebSocket messages have used their share of a time slice. */
import { isSliceOver, nextSlice } from "@tandem/runtime";

/**
 * The number of messages between two readings of the clock; a reading costs a tenth of a short call.
 */
const messagesPerReading = 8;

/** Is shared by all sockets: many of them may be served in one turn of the event loop. */
export class MessageSlices {
  #left = messagesPerReading;
  readonly #isSliceOver: () => boolean;
  readonly next: () => Promise<void>;

  /** Uses the event loop's `isOver` and `next` by default. */
  constructor(isOver: () => boolean = isSliceOver, next: () => Promise<void> = nextSlice) {
    this.#isSliceOver = isOver;
    this.next = next;
  }

  /** Returns whether one more message must wait for `next`. */
  isOver(): boolean {
    if (--this.#left > 0) return false;
    const isOver = this.#isSliceOver();
    this.#left = isOver ? 1 : messagesPerReading;
    return isOver;
  }
}
