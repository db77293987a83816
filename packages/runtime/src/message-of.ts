/** Returns the message of what was thrown, for people: without a stack. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
