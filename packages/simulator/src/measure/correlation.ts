/** Computes the correlation of pairs without storing them. */

/**
 * A correlation from sums of deviations from running means (Welford), which stay exact in long
 * runs.
 */
export class Correlation {
  #count = 0;
  readonly #mean = { x: 0, y: 0 };
  readonly #squares = { x: 0, y: 0 };
  #products = 0;

  add(x: number, y: number): void {
    const mean = this.#mean;
    this.#count++;
    const before = { x: x - mean.x, y: y - mean.y };
    mean.x += before.x / this.#count;
    mean.y += before.y / this.#count;
    this.#squares.x += before.x * (x - mean.x);
    this.#squares.y += before.y * (y - mean.y);
    this.#products += before.x * (y - mean.y);
  }

  /** Pearson's coefficient, from -1 to 1; 0 while either number has not varied. */
  get coefficient(): number {
    const scale = Math.sqrt(this.#squares.x * this.#squares.y);
    return scale === 0 ? 0 : this.#products / scale;
  }
}
