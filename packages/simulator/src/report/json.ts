/** Converts values for JSON: bigints become decimal strings; the order of keys does not change. */

const plain = (_key: string, value: unknown): unknown => {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new RangeError(`${value} cannot be written as JSON`);
  }
  return value;
};

/**
 * Formats JSON in lines, ended by a newline. The same data results in the same bytes.
 * @throws {RangeError} for a number that JSON cannot represent.
 */
export const json = (data: unknown): string => `${JSON.stringify(data, plain, 2)}\n`;
