/** Measures how long a cluster was without a sealer, in lifetimes of a lease. */
export class Successions {
  readonly #leaseMs: number;
  readonly #leases: number[] = [];

  constructor(leaseMs: number) {
    this.#leaseMs = leaseMs;
  }

  /** Measures the time until a successor of the sealer seals. */
  async measure<T>(successor: Promise<T>): Promise<T> {
    const fromMs = performance.now();
    const found = await successor;
    this.#leases.push((performance.now() - fromMs) / this.#leaseMs);
    return found;
  }

  /** Returns a sentence about all measurements. */
  summary(): string {
    const sorted = [...this.#leases].sort((one, other) => one - other);
    const late = sorted.filter((leases) => leases > 3).length;
    const shown = (leases: number | undefined) => (leases ?? 0).toFixed(2);
    const [median, longest] = [sorted[sorted.length >> 1], sorted.at(-1)];
    return (
      `${sorted.length} successions: median ${shown(median)} leases, longest ${shown(longest)}, ` +
      `${late} over three`
    );
  }
}
