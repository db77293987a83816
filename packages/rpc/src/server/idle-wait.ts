/** Waits for the end of what is in progress. */
export class IdleWait {
  readonly #isIdle: () => boolean;
  #onIdle: (() => void) | undefined;

  constructor(isIdle: () => boolean) {
    this.#isIdle = isIdle;
  }

  /** Must be called when something has ended. */
  check(): void {
    if (this.#isIdle()) this.#onIdle?.();
  }

  /** Resolves when nothing is in progress, or when the time is over. */
  wait(msMax: number): Promise<void> {
    if (this.#isIdle()) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, msMax);
      this.#onIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
