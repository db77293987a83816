/** When the messages of WebSockets have had their share of a turn of the event loop. */
import { isTurnOver, nextTurn } from "@tandem/runtime";

/** Messages between two looks at the clock, which cost a tenth of what a short call does. */
const messagesPerReading = 8;

/** Of all sockets together: many of them may be served in one turn. */
export class MessageTurns {
  #left = messagesPerReading;
  readonly #isTurnOver: () => boolean;
  readonly next: () => Promise<void>;

  /** @param isOver and @param next are those of the event loop where they are left out. */
  constructor(isOver: () => boolean = isTurnOver, next: () => Promise<void> = nextTurn) {
    this.#isTurnOver = isOver;
    this.next = next;
  }

  /** Whether one more message has to wait for `next`. */
  isOver(): boolean {
    if (--this.#left > 0) return false;
    const isOver = this.#isTurnOver();
    this.#left = isOver ? 1 : messagesPerReading;
    return isOver;
  }
}
