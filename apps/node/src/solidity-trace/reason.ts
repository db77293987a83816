/** Returns the message of an error, for people. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : `${error}`;
