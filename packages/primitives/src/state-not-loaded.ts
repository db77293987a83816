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
