/** Writes the addresses of servers and sockets. */

/**
 * Returns a host with its port as URLs have them: an address of IPv6 in brackets (RFC 3986, section 3.2.2).
 * @param host undefined if it is not known, as of a socket that is closed.
 */
export const hostAndPort = (host = "?", port = 0): string =>
  host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
