/**
 * Runs long work in slices. Between two slices the work yields a function that saves the shared
 * memory it uses, since concurrent calls share the instances of WebAssembly.
 */
import type { Pace } from "./execution/pace.js";

/**
 * Returns a pause if one is due between two slices of long work, or throws when its time is over.
 */
export type Look = Pace["look"];

/** Saves the part of shared memory that the work uses. @returns a function that restores it. */
export type SaveMemory = () => () => void;

export const nothingToSave: SaveMemory = () => () => {};

export type Slices<Result> = Generator<SaveMemory, Result>;

/**
 * Runs the slices, with pauses when they are due.
 * @returns the result itself if one slice is enough.
 * @throws any error of `look`; the work is then abandoned.
 */
export function runSlices<Result>(slices: Slices<Result>, look: Look): Result | Promise<Result> {
  const first = slices.next();
  return first.done === true ? first.value : runOthers(slices, first.value, look);
}

async function runOthers<Result>(
  slices: Slices<Result>,
  save: SaveMemory,
  look: Look,
): Promise<Result> {
  for (let current = save; ; ) {
    const pause = look();
    if (pause !== undefined) {
      const restore = current();
      await pause;
      restore();
    }
    const step = slices.next();
    if (step.done === true) return step.value;
    current = step.value;
  }
}

/** Calls a function with a value, synchronously unless it is a promise. */
export function after<Value, Result>(
  value: Value | Promise<Value>,
  use: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(use) : use(value);
}
