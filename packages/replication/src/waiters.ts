/** Manages promises that wait for the next change. */
export class Waiters {
  readonly #waiting = new Set<() => void>();

  /** Resolves at the next change, or when the signal is aborted. */
  next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#waiting.delete(wake);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener("abort", wake);
    });
  }

  /** Reports a change. */
  wake(): void {
    for (const wake of [...this.#waiting]) wake();
  }
}
