/** When the messages of WebSockets have used up their share of a time slice. */
import { isSliceOver, nextSlice } from "@tandem/runtime";

/** Messages between two looks at the clock, which cost a tenth of what a short call does. */
const messagesPerReading = 8;

/** Of all sockets together: many of them may be served in one turn. */
export class MessageSlices {
  #left = messagesPerReading;
  readonly #isSliceOver: () => boolean;
  readonly next: () => Promise<void>;

  /** @param isOver and @param next are those of the event loop where they are left out. */
  constructor(isOver: () => boolean = isSliceOver, next: () => Promise<void> = nextSlice) {
    this.#isSliceOver = isOver;
    this.next = next;
  }

  /** Whether one more message has to wait for `next`. */
  isOver(): boolean {
    if (--this.#left > 0) return false;
    const isOver = this.#isSliceOver();
    this.#left = isOver ? 1 : messagesPerReading;
    return isOver;
  }
}
