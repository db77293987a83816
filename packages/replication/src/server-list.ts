/** Parses the addresses of the servers of a log. */

export interface ServerList {
  /** Host and port of each server. */
  readonly servers: readonly string[];
  readonly user: string | undefined;
  readonly pass: string | undefined;
  /** Is true if the connection must be encrypted. */
  readonly isEncrypted: boolean;
}

const defaultPort = "4222";
const protocols: ReadonlySet<string> = new Set(["nats:", "tls:"]);

function parse(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isAddress = url !== undefined && protocols.has(url.protocol) && url.hostname !== "";
  return isAddress && (url.pathname === "" || url.pathname === "/") ? url : undefined;
}

const partsOf = (text: string) => text.split(",").map((part) => parse(part.trim()));

/** Returns whether a text is one or several URLs of servers, separated by commas. */
export const isServerList = (text: string): boolean =>
  partsOf(text).every((url) => url !== undefined);

/** Parses URLs for which `isServerList` is true. The first user in them is used for all. */
export function parseServers(text: string): ServerList {
  const urls = partsOf(text).filter((url) => url !== undefined);
  const named = urls.find(({ username }) => username !== "");
  return {
    servers: urls.map(hostOf),
    user: named && decodeURIComponent(named.username),
    pass: named && decodeURIComponent(named.password),
    isEncrypted: urls.some(({ protocol }) => protocol === "tls:"),
  };
}

/** Returns the servers without passwords, for people. */
export const describeServers = (text: string): string =>
  partsOf(text)
    .flatMap((url) => (url === undefined ? [] : [`${url.protocol}//${hostOf(url)}`]))
    .join(",");

const hostOf = ({ hostname, port }: URL) => `${hostname}:${port === "" ? defaultPort : port}`;
