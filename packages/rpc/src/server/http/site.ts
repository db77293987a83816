/**
 * Serves the files of a web page beside JSON-RPC: a document at the node's URL, for clients that accept
 * HTML, and the files that it loads, in one folder below it. Links to a block, a transaction or an account
 * lead to the document. With API keys, all are below the key.
 */
import type { IdentifyClient } from "../../access/client.js";
import { asksForGzip } from "./gzip.js";
import { type Headers, type HttpAnswer, unauthorized } from "./http-answers.js";
import type { HttpHead } from "./http-head.js";

export interface SiteFile {
  readonly contentType: string;
  /** The entity tag, with its quotes. */
  readonly etag: string;
  /** The value of the Cache-Control header. */
  readonly cacheControl: string;
  readonly body: Uint8Array;
  /** The body compressed with gzip, if it is stored so. */
  readonly gzipped?: Uint8Array | undefined;
}

export interface Site {
  /** The name of the folder, which is the first segment of the paths of all files but the document. */
  readonly folder: string;
  /** Headers of every answer, such as the content security policy. */
  readonly headers: Headers;
  /** The fragments of the document by the first segment of the links that lead to them (EIP-3091). */
  readonly links: Readonly<Record<string, string>>;
  /** Returns a file of the folder by its name, or the document by an empty name. */
  read(name: string): Promise<SiteFile | undefined>;
}

const acceptsHtml = /(?:^|,)\s*text\/html\s*(?:;|,|$)/i;

/** A path without its query: the part before the page, and the name of the file or the location of the link. */
type Place = { readonly parent: string } & (
  | { readonly kind: "file"; readonly name: string }
  | { readonly kind: "link"; readonly location: string }
);

/**
 * Returns the handler of GET requests; it answers undefined for a path that is not of the page.
 * @param identify finds the client by the path before the page.
 */
export function createSite(
  site: Site,
  identify: IdentifyClient,
): (head: HttpHead) => HttpAnswer | Promise<HttpAnswer> | undefined {
  const inFolder = new RegExp(`^(.*)/${site.folder}/([\\w.-]+)$`);
  const links = new Map(Object.entries(site.links));
  const placeOf = (path: string, isBrowser: boolean): Place | undefined => {
    const [, parent, name] = inFolder.exec(path) ?? [];
    if (parent !== undefined && name !== undefined) return { kind: "file", parent, name };
    if (!isBrowser) return undefined;
    const [, before, segment, id, slash] = /^(.*)\/(\w+)\/(\w+)(\/?)$/.exec(path) ?? [];
    const fragment = links.get(segment ?? "");
    if (before !== undefined && id !== undefined && fragment !== undefined) {
      // Locations are relative, so that they stay right behind a proxy that adds a path.
      const up = slash === "/" ? "../../" : "../";
      return { kind: "link", parent: before, location: `${up}${fragment}${id}` };
    }
    return path.endsWith("/") ? { kind: "file", parent: path.slice(0, -1), name: "" } : undefined;
  };
  return (head) => {
    const [path = ""] = head.path.split("?", 1);
    const { remoteAddress } = head;
    const isBrowser = acceptsHtml.test(head.accept);
    const place = placeOf(path, isBrowser);
    if (place === undefined && !isBrowser) return undefined;
    const client = identify({ path: place?.parent ?? path, remoteAddress });
    if (client === undefined) return isBrowser ? keyPage(site.headers) : unauthorized("null");
    if (place?.kind === "file") return serve(site, place.name, head);
    if (place !== undefined) return redirect(place.location);
    // Names of files are relative to the document, whose path therefore ends with a slash.
    const hasKey = client.key !== undefined;
    return hasKey ? redirect(`${path.slice(path.lastIndexOf("/") + 1)}/`) : undefined;
  };
}

/** Tells a person how to give a key. It has no script, style or text of the request. */
const keyPageText = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>API key needed – Tandem</title>
  </head>
  <body>
    <h1>This node needs an API key</h1>
    <p>The address that you opened has no key, or one that the node does not know.</p>
    <p>For the explorer, open the address of the node with a key and a slash as its path, such as
      <code>http://127.0.0.1:8545/KEY/</code>. Wallets and other programs take the same address as
      their RPC URL.</p>
    <p>The operator of the node sets the keys, by <code>TANDEM_API_KEY</code>,
      <code>--api-key</code> or <code>--api-keys-file</code>.</p>
  </body>
</html>
`;

/** Returns the answer to a browser without a valid key. */
const keyPage = (headers: Headers): HttpAnswer => ({
  ...unauthorized("null"),
  headers: [
    ...headers,
    ["content-type", "text/html; charset=utf-8"],
    ["cache-control", "no-store"],
    ["vary", "accept"],
  ],
  body: keyPageText,
});

const redirect = (location: string): HttpAnswer => ({
  status: "302 Found",
  headers: [
    ["location", location],
    ["cache-control", "no-store"],
  ],
  body: "",
});

const notFound: HttpAnswer = {
  status: "404 Not Found",
  headers: [["content-type", "text/plain; charset=utf-8"]],
  body: "The page has no such file.\n",
};

async function serve(site: Site, name: string, head: HttpHead): Promise<HttpAnswer> {
  const file = await site.read(name);
  if (file === undefined) return notFound;
  const kept: Headers = [
    ...site.headers,
    ["etag", file.etag],
    ["cache-control", file.cacheControl],
    ["vary", "accept, accept-encoding"],
  ];
  if (isKnown(head.ifNoneMatch, file.etag)) {
    return { status: "304 Not Modified", headers: kept, body: "" };
  }
  const { gzipped } = file;
  const isPacked = gzipped !== undefined && asksForGzip(head.acceptEncoding);
  const body = isPacked ? gzipped : file.body;
  const headers: Headers = [
    ...kept,
    ["content-type", file.contentType],
    ...(isPacked ? [["content-encoding", "gzip"] as const] : []),
  ];
  return { status: "200 OK", headers, body: { length: body.length, pieces: () => [body] } };
}

/** Returns whether an If-None-Match header lists an entity tag. */
const isKnown = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
