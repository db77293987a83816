/** Holds what a member of a cluster does at present, and reports when it begins or stops to seal. */

/**
 * - `following`: it applies the records of the log.
 * - `electing`: it holds the lease, and applies the rest of the log.
 * - `sealing`: it appends blocks.
 * - `suspended`: it is the sealer, but its lease may have expired.
 */
type State = "following" | "electing" | "sealing" | "suspended";

export class SealingState {
  readonly #changed: (isSealing: boolean) => void;
  #state: State = "following";

  /** @param changed is called when the member begins to seal, and when it stops. */
  constructor(changed: (isSealing: boolean) => void) {
    this.#changed = changed;
  }

  is(state: State): boolean {
    return this.#state === state;
  }

  set(state: State): void {
    const was = this.is("sealing");
    this.#state = state;
    if (was !== this.is("sealing")) this.#changed(this.is("sealing"));
  }
}
