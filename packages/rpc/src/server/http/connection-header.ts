/** Reads the Connection header (RFC 9110, section 7.6.1). */

const listsClose = /(?:^|,)\s*close\s*(?:,|$)/i;

/** The value that most clients send, which is not searched. */
const usual = "keep-alive";

/**
 * Returns whether the client requests that the connection closes.
 * @param connection the Connection header.
 */
export const asksToClose = (connection: string): boolean =>
  connection !== "" && connection !== usual && listsClose.test(connection);

/**
 * Returns whether the native server closes the connection by itself after the answer.
 * @param connection the value of the first Connection header, of which it compares only the length with that of `close`.
 */
export const closesNatively = (connection: string): boolean => connection.length === "close".length;
