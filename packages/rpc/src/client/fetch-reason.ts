/**
 * Returns why `fetch` failed, such as `connect ECONNREFUSED 127.0.0.1:8545`. Its own message says only
 * that it did; an address that stands for several has a cause with a code and no message.
 */
export function fetchReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message || ("code" in cause ? String(cause.code) : error.message);
}
