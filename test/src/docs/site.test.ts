/**
 * Tests the documentation site, in a campaign: every link has a target, and the search works
 * without a network.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, posix, sep } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import type { Browser } from "puppeteer-core";
import {
  borrowBrowser,
  clickOn,
  loadPage,
  noBrowser,
  openWatchedPage,
  returnBrowser,
} from "../support/browser/browser.js";
import { eventually } from "../support/eventually.js";
import { fewOrMany } from "../support/extent.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const folder = join(root, "site/dist/html");
const isShort = fewOrMany(1, 0) === 1;

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

/** Serves the site on a free loopback port. */
async function serveSite(): Promise<Server> {
  const server = createServer(({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://127.0.0.1");
    const file = join(folder, pathname === "/" ? "index.html" : pathname);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.setHeader("content-type", types[extname(file)] ?? "application/octet-stream");
    response.end(readFileSync(file));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

const pageNames = () =>
  readdirSync(folder, { recursive: true })
    .map((name) => String(name).replaceAll(sep, "/"))
    .filter((name) => name.endsWith(".html") && name !== "404.html");

describe("the site of the documents", { skip: isShort && "a campaign does it" }, () => {
  before(async () => {
    const script = join(root, "scripts/docs.mjs");
    const child = spawn(process.execPath, [script], { stdio: ["ignore", "ignore", "inherit"] });
    const [code] = await once(child, "close");
    assert.equal(code, 0);
  });

  it("has links to existing pages, anchors and files", () => {
    const pages = new Map(
      pageNames().map((name) => [name, readFileSync(join(folder, name), "utf8")]),
    );
    assert.ok(pages.size > 40);
    const lost: string[] = [];
    for (const [name, html] of pages) {
      for (const [, link = ""] of html.matchAll(/(?:href|src)="(?!\w+:|\/\/)([^"]*)"/g)) {
        const [path = "", anchor = ""] = decodeURI(link).split("#");
        const file =
          path === "" ? name : posix.join(path.startsWith("/") ? "" : posix.dirname(name), path);
        const target = /(^|\/)$/.test(file) ? `${file}index.html` : file.replace(/^\//, "");
        const isThere = existsSync(join(folder, target));
        if (!isThere || (anchor !== "" && !pages.get(target)?.includes(`id="${anchor}"`))) {
          lost.push(`${name}: ${link}`);
        }
      }
    }
    assert.deepEqual(lost, []);
  });

  describe("in a browser", { skip: noBrowser }, () => {
    let server: Server;
    let browser: Browser;
    before(async () => {
      server = await serveSite();
      browser = await borrowBrowser();
    });
    after(async () => {
      returnBrowser(browser);
      server?.close();
    });

    it("finds search terms, and sends no request elsewhere", async () => {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const watched = await openWatchedPage(browser, url, { width: 1200, height: 900 });
      const { page, trouble } = watched;
      const search = ".VPNavBarSearch button";
      await loadPage(watched, `${url}/`, async () => (await page.$(search)) !== null);
      await clickOn(page, search);
      await page.waitForSelector("#localsearch-input");
      await page.type("#localsearch-input", "midstate");
      const found = await eventually("results of the search", async () => {
        const links = await page.$$eval("#localsearch-list a", (all) =>
          all.map((link) => link.getAttribute("href") ?? ""),
        );
        return links.length > 0 && links;
      });
      assert.ok(
        found.some((link) => /^\/(glossary|merge-mining)\.html/.test(link)),
        `${found}`,
      );
      await clickOn(page, "#localsearch-list a");
      await eventually("the page", () => new URL(page.url()).pathname !== "/");
      await watched.close();
      assert.deepEqual(trouble, []);
    });
  });
});
