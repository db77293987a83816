/** Schedules the events besides found nonces, by virtual time: arriving blocks and new jobs. */
import type { EventQueue, QueuedEvent } from "./event-queue.js";

export interface EventSchedule {
  /** Is Infinity if there is no event. */
  readonly nextTime: number;
  runNext(): void;
  /** Delivers every block in transit, without new jobs. */
  drain(): void;
}

/** The kinds of queued events, which define `a` and `b`. */
export const eventKind = {
  /** A Bitcoin block arrives: node, id. */
  bitcoinArrival: 0,
  /** A child block arrives: node, id. */
  childArrival: 1,
  /** A pool gives its miners a job because of its refresh interval: pool. */
  refresh: 2,
  /** A pool polls its node for new child work: pool. */
  poll: 3,
} as const;

export function queueSchedule(queue: EventQueue, run: (event: QueuedEvent) => void): EventSchedule {
  const event: QueuedEvent = { time: 0, kind: 0, a: 0, b: 0 };
  return {
    get nextTime() {
      return queue.nextTime;
    },
    runNext() {
      queue.take(event);
      run(event);
    },
    drain() {
      while (queue.length > 0) {
        queue.take(event);
        if (event.kind <= eventKind.childArrival) run(event);
      }
    },
  };
}
