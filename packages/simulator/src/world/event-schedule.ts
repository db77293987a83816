/** Schedules the events besides found nonces, by virtual time: arriving blocks and new jobs. */
import type { UniformViews } from "../bitcoin/uniform-views.js";
import type { EventQueue, QueuedEvent } from "./event-queue.js";

export interface EventSchedule {
  /** Is Infinity when there is nothing. */
  readonly nextTime: number;
  runNext(): void;
  /** Lets every block that is on its way arrive; jobs are given no more. */
  drain(): void;
}

/**
 * Creates an schedule of published blocks, the only events where every node receives them after the
 * same delay.
 */
export const uniformSchedule = (views: UniformViews): EventSchedule => ({
  get nextTime() {
    return views.nextTime;
  },
  runNext: () => views.advance(),
  drain() {
    while (views.nextTime < Number.POSITIVE_INFINITY) views.advance();
  },
});

/** Kinds of queued events, which say what `a` and `b` are. */
export const eventKind = {
  /** A Bitcoin block: place, id. */
  bitcoinArrival: 0,
  /** A child block: place, id. */
  childArrival: 1,
  /** A pool gives its miners a job for no reason but time: pool. */
  refresh: 2,
  /** A pool asks its node and learns of new child work: pool. */
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
