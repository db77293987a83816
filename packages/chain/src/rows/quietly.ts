/** Reads from a damaged database: returns undefined if a decoder throws any error. */
export function quietly<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
