/**
 * Runs long work in slices. The work yields between two slices a function that saves the shared memory it
 * uses, because two calls share the instances of WebAssembly.
 */
import type { Pace } from "./execution/pace.js";

/** Asks for a pause between two slices of long work, or throws when its time is over. */
export type Look = Pace["look"];

/** Copies what the work has in shared memory. @returns what brings it back there. */
export type PutAside = () => () => void;

export const nothingToPutAside: PutAside = () => () => {};

export type Slices<Result> = Generator<PutAside, Result>;

/**
 * Runs the slices, with pauses where they are due.
 * @returns the result itself when one slice is enough.
 * @throws what `look` throws; the work is then given up.
 */
export function runSlices<Result>(slices: Slices<Result>, look: Look): Result | Promise<Result> {
  const first = slices.next();
  return first.done === true ? first.value : runOthers(slices, first.value, look);
}

async function runOthers<Result>(
  slices: Slices<Result>,
  putAside: PutAside,
  look: Look,
): Promise<Result> {
  for (let aside = putAside; ; ) {
    const pause = look();
    if (pause !== undefined) {
      const bringBack = aside();
      await pause;
      bringBack();
    }
    const step = slices.next();
    if (step.done === true) return step.value;
    aside = step.value;
  }
}

/** Goes on at once with what is there already. */
export function after<Value, Result>(
  value: Value | Promise<Value>,
  use: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(use) : use(value);
}
