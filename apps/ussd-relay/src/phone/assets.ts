/** Reads the files of the phone page once: document, style sheet, image and modules. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { PageAnswer } from "../gateway/pages.js";

/** Restricts the page to the relay's own origin, without frames. */
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

export const pageHeaders = {
  "content-security-policy": contentSecurityPolicy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
} as const;

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
};

/** Answers with a file, or 304. @param etag the entity tag that the browser sent. */
export type Asset = (etag: string | undefined) => PageAnswer;

/** Returns the files by path. */
export function readAssets(): ReadonlyMap<string, Asset> {
  const still = new URL("../../phone/", import.meta.url);
  const built = new URL("../", import.meta.url);
  const modules = readdirSync(new URL("page/", built)).filter(
    (name) => name.endsWith(".js") && !name.endsWith(".test.js"),
  );
  const builtNames = ["menu/gsm.js", ...modules.map((name) => `page/${name}`)];
  return new Map([
    ["/phone", readAsset(new URL("index.html", still))],
    ...["phone.css", "phone.svg"].map(
      (name) => [`/phone/${name}`, readAsset(new URL(name, still))] as const,
    ),
    ...builtNames.map((name) => [`/phone/${name}`, readAsset(new URL(name, built))] as const),
  ]);
}

function readAsset(file: URL): Asset {
  const body = readFileSync(file);
  const etag = `"${createHash("sha256").update(body).digest("base64url")}"`;
  const extension = file.pathname.slice(file.pathname.lastIndexOf(".") + 1);
  // Browsers revalidate each time, and get the file when it has changed.
  const kept = { ...pageHeaders, etag, "cache-control": "no-cache" };
  const headers = { ...kept, "content-type": types[extension] ?? "application/octet-stream" };
  return (known) =>
    known === etag ? { status: 304, headers: kept, body: "" } : { status: 200, headers, body };
}
