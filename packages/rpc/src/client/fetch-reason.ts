/** The words of `fetch` for a port of the Fetch standard's list of bad ports, such as 1, 6000 or 10080. */
const badPort = "bad port";
const badPortReason =
  "Node's fetch never connects to this port (Fetch standard, bad ports): use another one";

/**
 * Returns why `fetch` failed, such as `connect ECONNREFUSED 127.0.0.1:8545`. Its own message says only
 * that it did; an address that stands for several has a cause with a code and no message.
 */
export function fetchReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  if (cause.message === badPort) return badPortReason;
  return cause.message || ("code" in cause ? String(cause.code) : error.message);
}
