/**
 * A state that is read from afar was asked for something that has not been brought yet. Whoever can
 * wait brings it and asks again; nothing was changed by then. Only a forked chain has such states.
 */
export class StateNotLoaded extends Error {
  /** Brings it; rejects with a `Fault` when it cannot be had. */
  readonly load: () => Promise<void>;
  constructor(load: () => Promise<void>) {
    super("a part of the forked state is not loaded");
    this.name = "StateNotLoaded";
    this.load = load;
  }
}

/** Parts of a forked state one request may bring one after the other, outside the virtual machine. */
const stateLoadsMax = 10_000;

/**
 * Runs a task again, loading the state it misses, until it succeeds; each run may miss one thing.
 * @throws {StateNotLoaded} past the limit, and whatever the task or the bringing does.
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
