/** Runs the checks of a node one after the other, several in a lease and whenever one is asked for. */
import { renewalsInLease } from "../limits.js";
import { LogUnavailable } from "../log.js";

export class Ticker {
  readonly #leaseMs: number;
  readonly #check: () => Promise<void>;
  readonly #tellFailure: (error: unknown, isNew: boolean) => void;
  /** Why the last check failed; undefined if it did not. */
  #reason: string | undefined;
  #newest: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param tellFailure is called with the error of a check that failed, and whether the one before it
   * did not, or for another reason. That the log was closed is none.
   */
  constructor(
    leaseMs: number,
    check: () => Promise<void>,
    tellFailure: (error: unknown, isNew: boolean) => void,
  ) {
    this.#leaseMs = leaseMs;
    this.#check = check;
    this.#tellFailure = tellFailure;
  }

  /** Runs a check after those before it. */
  next(): Promise<void> {
    this.#newest = this.#noting(this.#newest.then(this.#check));
    return this.#newest;
  }

  /**
   * Calls `tick` when the lease is to be renewed, unless `first` fails, before which no check runs.
   * @throws the error of `first`.
   */
  async start(tick: () => void, first: Promise<void>): Promise<void> {
    this.#newest = this.#noting(first);
    this.#timer = setInterval(tick, this.#leaseMs / renewalsInLease).unref();
    await first.catch((error) => {
      clearInterval(this.#timer);
      throw error;
    });
  }

  /** Resolves when no check runs any more. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#newest;
  }

  async #noting(check: Promise<void>): Promise<void> {
    try {
      await check;
      this.#reason = undefined;
    } catch (error) {
      const reason = String(error);
      this.#tellFailure(error, reason !== this.#reason && !(error instanceof LogUnavailable));
      this.#reason = reason;
    }
  }
}
