/** Measures durations without the time for which a busy machine kept this process from running. */
import type { Clock } from "./ambient.js";

/** Milliseconds between two readings of what the process received; a reading takes a microsecond. */
const readingMs = 20;

/** Contains what a thread has received since any start, in milliseconds. */
export interface Received {
  /** The processor time of the process, with all its threads. */
  readonly ran: number;
  /** The time for which the thread waited for events. */
  readonly waited: number;
}

/**
 * Creates a clock that stands still while the thread neither waits for events nor its process runs:
 * the machine runs other programs, or is suspended. It never goes back, and is never faster than `time`.
 * It also goes on while other threads of the process run.
 * @param time returns milliseconds.
 */
export function createRunningClock(time: () => number, received: () => Received): Clock {
  let last: (Received & { readonly at: number }) | undefined;
  let missed = 0;
  let newest = Number.NEGATIVE_INFINITY;
  return {
    now() {
      const at = time();
      if (last === undefined || at - last.at >= readingMs) {
        const next = { at, ...received() };
        if (last !== undefined) {
          const running = next.ran - last.ran + next.waited - last.waited;
          missed += Math.max(0, at - last.at - running);
        }
        last = next;
      }
      newest = Math.max(newest, at - missed);
      return newest;
    },
  };
}

/** Returns the processor milliseconds of the process, with all its threads. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Creates a clock for the work of another thread: it stands still while the process does not run, and is
 * never faster than `time`.
 * @param time returns milliseconds. @param ran returns processor milliseconds of the process.
 */
export function createWorkClock(time = () => performance.now(), ran = processorMs): Clock {
  let last = { at: time(), ran: ran() };
  let worked = 0;
  return {
    now() {
      const next = { at: time(), ran: ran() };
      worked += Math.min(next.at - last.at, next.ran - last.ran);
      last = next;
      return worked;
    },
  };
}

/** Measures time limits of this thread's work, so that no other program can use them up. */
export const runningClock: Clock = createRunningClock(
  () => performance.now(),
  () => ({ ran: processorMs(), waited: performance.eventLoopUtilization().idle }),
);
