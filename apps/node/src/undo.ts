/** Undoes steps that were taken, such as those of a start, in reverse order. */
export class Undo {
  readonly #steps: (() => Promise<void> | void)[] = [];

  add(step: () => Promise<void> | void): void {
    this.#steps.push(step);
  }

  /** Runs every step once, also after one that failed. @throws the error of the first that failed. */
  async run(): Promise<void> {
    const step = this.#steps.pop();
    if (step === undefined) return;
    try {
      await step();
    } finally {
      await this.run();
    }
  }
}
