/** Computes the correlation of pairs without storing them. */

export interface Correlation {
  add(x: number, y: number): void;
  /** Pearson's coefficient, from -1 to 1; 0 while either number has not varied. */
  readonly coefficient: number;
}

/**
 * Creates a correlation from sums of deviations from running means (Welford), which stay exact in
 * long runs.
 */
export function createCorrelation(): Correlation {
  let count = 0;
  const mean = { x: 0, y: 0 };
  const squares = { x: 0, y: 0 };
  let products = 0;
  return {
    add(x, y) {
      count++;
      const before = { x: x - mean.x, y: y - mean.y };
      mean.x += before.x / count;
      mean.y += before.y / count;
      squares.x += before.x * (x - mean.x);
      squares.y += before.y * (y - mean.y);
      products += before.x * (y - mean.y);
    },
    get coefficient() {
      const scale = Math.sqrt(squares.x * squares.y);
      return scale === 0 ? 0 : products / scale;
    },
  };
}
