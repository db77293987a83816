/** Reads the Connection header (RFC 9110, section 7.6.1). */

const listsClose = /(?:^|,)\s*close\s*(?:,|$)/i;

/**
 * Returns whether the client requests that the connection closes.
 * @param connection the Connection header.
 */
export const asksToClose = (connection: string): boolean =>
  connection !== "" && listsClose.test(connection);
