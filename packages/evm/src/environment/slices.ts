/**
 * Runs long work in slices. Between two slices the work yields a function that saves the shared
 * memory it uses, since concurrent calls share the instances of WebAssembly.
 */

import { recordsBeforeYield } from "../limits.js";
import type { Pace } from "./pace.js";

/**
 * Returns a pause if one is due between two slices of long work, or throws when its time is over.
 */
export type YieldIfDue = Pace["yieldIfDue"];

/** Saves the part of shared memory that the work uses. @returns a function that restores it. */
export type SaveMemory = () => () => void;

export const nothingToSave: SaveMemory = () => () => {};

export type Slices<Result> = Generator<SaveMemory, Result>;

/**
 * Runs the slices, with pauses when they are due.
 * @returns the result itself if no pause was.
 * @throws any error of `yieldIfDue`; the work is then abandoned.
 */
export function runSlices<Result>(
  slices: Slices<Result>,
  yieldIfDue: YieldIfDue,
): Result | Promise<Result> {
  for (let step = slices.next(); ; step = slices.next()) {
    if (step.done === true) return step.value;
    const pause = yieldIfDue();
    if (pause === undefined) continue;
    const restore = step.value();
    return pause.then(() => {
      restore();
      return runSlices(slices, yieldIfDue);
    });
  }
}

/**
 * Runs many small steps, with pauses when they are due.
 * @returns the result itself if no pause was.
 * @throws any error of `yieldIfDue`; the work is then abandoned.
 */
export function runPaced<Result>(
  work: Generator<void, Result>,
  yieldIfDue: YieldIfDue,
): Result | Promise<Result> {
  for (let done = 1; ; done++) {
    const step = work.next();
    if (step.done === true) return step.value;
    const pause = done % recordsBeforeYield === 0 ? yieldIfDue() : undefined;
    if (pause !== undefined) return pause.then(() => runPaced(work, yieldIfDue));
  }
}
