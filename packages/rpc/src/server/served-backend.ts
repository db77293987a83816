/** Holds the backend that answers requests, which can be replaced while the server runs. */
import type { Backend } from "../backend/backend.js";
import { Delegation } from "./compute/delegation.js";

/** Counts the requests in progress that one backend answers. */
export class BackendInUse {
  readonly backend: Backend;
  /** Passes heavy requests to the compute threads of the backend; undefined if it has none. */
  readonly delegation: Delegation | undefined;
  #requests = 0;
  #onIdle: (() => void) | undefined;

  constructor(backend: Backend) {
    this.backend = backend;
    this.delegation = backend.compute && new Delegation(backend.compute);
  }

  begin(): void {
    this.#requests++;
  }

  end(): void {
    this.#requests--;
    if (this.#requests === 0) this.#onIdle?.();
  }

  /** Resolves when no request is in progress. Must be called once, after the last request has begun. */
  idle(): Promise<void> {
    if (this.#requests === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onIdle = resolve;
    });
  }
}

export class ServedBackend {
  #current: BackendInUse;

  constructor(backend: Backend) {
    this.#current = new BackendInUse(backend);
  }

  get current(): BackendInUse {
    return this.#current;
  }

  get backend(): Backend {
    return this.#current.backend;
  }

  /**
   * Answers new requests with another backend.
   * @returns a promise that resolves when the previous backend has answered its last request.
   */
  replace(backend: Backend): Promise<void> {
    const former = this.#current;
    this.#current = new BackendInUse(backend);
    return former.idle();
  }
}
