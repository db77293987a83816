/** Reads the files of the page, which `scripts/explorer.mjs` builds, for the node that serves them. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import type { Site, SiteFile } from "@tandem/rpc";

/**
 * The content security policy: scripts, styles, images and connections only of the node's own
 * origin, no frames, and no text that becomes markup.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const headers = [
  ["content-security-policy", contentSecurityPolicy],
  ["x-content-type-options", "nosniff"],
  ["referrer-policy", "no-referrer"],
  ["cross-origin-resource-policy", "same-origin"],
] as const;

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
};

/** The page's fragments for the paths of EIP-3091, which wallets and libraries make links of. */
const links = { block: "#/block/", tx: "#/tx/", address: "#/address/", token: "#/address/" };

const built = new URL("./site/", import.meta.url);
const documentName = "index.html";

/** Names of these files contain a hash of their content, so browsers can cache them. */
const isHashed = (name: string) => /-[A-Z0-9]{8}\.(?:mjs|css)$/.test(name);

/** Returns the page, or undefined if it is not built. A file is read when a browser requests it. */
export function explorerSite(folder: URL = built): Site | undefined {
  if (!existsSync(new URL(documentName, folder))) return undefined;
  /** The files that are being read: each is open once, however many clients request it. */
  const reading = new Map<string, Promise<SiteFile | undefined>>();
  return {
    folder: "explorer",
    headers,
    links,
    read(given) {
      const name = given === "" ? documentName : given;
      const shared = reading.get(name);
      if (shared !== undefined) return shared;
      const read = readSiteFile(folder, name).finally(() => reading.delete(name));
      reading.set(name, read);
      return read;
    },
  };
}

async function readSiteFile(folder: URL, name: string): Promise<SiteFile | undefined> {
  const names = await readdir(folder);
  const contentType = types[name.slice(name.lastIndexOf(".") + 1)];
  if (contentType === undefined || !names.includes(name)) return undefined;
  const [body, gzipped] = await Promise.all([
    readFile(new URL(name, folder)),
    names.includes(`${name}.gz`) ? readFile(new URL(`${name}.gz`, folder)) : undefined,
  ]);
  return {
    contentType,
    etag: `"${createHash("sha256").update(body).digest("base64url")}"`,
    cacheControl: isHashed(name) ? "private, max-age=31536000, immutable" : "no-cache",
    body,
    gzipped,
  };
}
