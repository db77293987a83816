/**
 * Is thrown when a read needs a part of a remote state that is not loaded yet. A caller that can
 * wait loads it and repeats the read; nothing was changed by then. Only a forked chain has such
 * states.
 */
export class StateNotLoaded extends Error {
  /** Loads the missing part; rejects with a `Fault` when it is not available. */
  readonly load: () => Promise<void>;
  constructor(load: () => Promise<void>) {
    super("a part of the forked state is not loaded");
    this.name = "StateNotLoaded";
    this.load = load;
  }
}

/** Parts of a forked state that one request may load in sequence, outside the virtual machine. */
const stateLoadsMax = 10_000;

/**
 * Runs a task again, loading the state it misses, until it succeeds; each run may miss one part.
 * @throws {StateNotLoaded} past the limit, and any error of the task or of loading.
 */
export async function whenLoaded<T>(task: () => T | Promise<T>): Promise<T> {
  for (let loads = 0; ; loads++) {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof StateNotLoaded) || loads >= stateLoadsMax) throw error;
      await error.load();
    }
  }
}
