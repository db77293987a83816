/**
 * The cooperative scheduler of the main thread. In each turn of the event loop all work together
 * has one time slice of a few milliseconds; then sockets are read, and waiting work resumes in the
 * order of its requests. This is the only way to yield: two schedulers that each measured their own
 * time would hold the event loop twice as long.
 */
import { type Cancellation, throwIfCancelled } from "./abort/cancellation.js";

/** The milliseconds of a time slice. */
export const sliceMs = 3;

/** Is undefined if the time was not read since the last slice ended. */
let sliceEndsAt: number | undefined;
/** The slices that were begun, one in a turn of the event loop. */
let slices = 0;
/**
 * Resume functions of requests, scans and blocks in progress, all of which have limits of their
 * own.
 */
const waiting: (() => void)[] = [];

function beginSlice(): void {
  slices++;
  sliceEndsAt = performance.now() + sliceMs;
  setImmediate(resumeWaiting);
}

/**
 * Returns whether the time slice is used up; long work then waits for `nextSlice`.
 * @param now the current `performance.now()`, if the caller has just read it.
 */
export function isSliceOver(now = performance.now()): boolean {
  if (sliceEndsAt === undefined) beginSlice();
  return now >= (sliceEndsAt ?? 0);
}

/** Returns a number that is another one in each turn of the event loop. */
export function turnNumber(): number {
  if (sliceEndsAt === undefined) beginSlice();
  return slices;
}

/** Resolves in a later time slice, after everything that has waited longer was resumed. */
export function nextSlice(): Promise<void> {
  if (sliceEndsAt === undefined) beginSlice();
  return new Promise((resolve) => {
    waiting.push(resolve);
  });
}

/** Resolves in a later time slice. @throws an AbortError if the work is cancelled by then. */
export async function nextSliceUnlessCancelled(cancellation: Cancellation): Promise<void> {
  await nextSlice();
  throwIfCancelled(cancellation);
}

/** Runs once in each turn of the event loop, after the sockets were served. */
function resumeWaiting(): void {
  sliceEndsAt = undefined;
  if (waiting.length === 0) return;
  beginSlice();
  resumeOne();
}

function resumeOne(): void {
  if (isSliceOver()) return;
  const next = waiting.shift();
  if (next === undefined) return;
  next();
  // A tick scheduled by a microtask runs after all microtasks, that is when the resumed work waits
  // or has ended.
  queueMicrotask(() => process.nextTick(resumeOne));
}

/**
 * Yields if the time slice is used up.
 * @returns undefined, without a promise, if it is not.
 */
export const yieldIfDue = (): Promise<void> | undefined =>
  isSliceOver() ? nextSlice() : undefined;

/**
 * Runs a generator to its end; where it yields, other work runs if the time slice is used up.
 * @throws an AbortError once the work is cancelled, which is checked after other work has run.
 */
export async function runYielding<Result>(
  steps: Generator<void, Result>,
  cancellation?: Cancellation,
): Promise<Result> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    if (!isSliceOver()) continue;
    await nextSlice();
    if (cancellation !== undefined) throwIfCancelled(cancellation);
  }
}

/** Runs a generator to its end without yielding to other work. */
export function runSync<Result>(steps: Generator<unknown, Result>): Result {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
  }
}
