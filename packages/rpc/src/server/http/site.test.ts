import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { serve, transports } from "../../testing/serve.js";
import type { Site, SiteFile } from "./site.js";

const fileOf = (text: string, contentType: string, etag: string): SiteFile => ({
  contentType,
  etag,
  cacheControl: "no-cache",
  body: new TextEncoder().encode(text),
  gzipped: new Uint8Array(gzipSync(text)),
});

const files: Readonly<Record<string, SiteFile>> = {
  "": fileOf("<p>Hello</p>", "text/html; charset=utf-8", '"document"'),
  "main-1.js": fileOf("1;", "text/javascript; charset=utf-8", '"main"'),
};

const policy = "default-src 'none'";
const site: Site = {
  folder: "explorer",
  headers: [["content-security-policy", policy]],
  links: { tx: "#/transaction/", token: "#/account/" },
  read: async (name) => (Object.hasOwn(files, name) ? files[name] : undefined),
};

const html = { accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8" };

for (const transport of transports) {
  describe(`a page for browsers over ${transport}`, () => {
    it("is the answer to GET / only for clients that accept HTML", async (t) => {
      const { server, call } = await serve(t, transport, { site });
      const page = await fetch(`${server.url}/`, { headers: html });
      assert.equal(page.status, 200);
      assert.equal(page.headers.get("content-type"), "text/html; charset=utf-8");
      assert.equal(page.headers.get("content-security-policy"), policy);
      assert.equal(await page.text(), "<p>Hello</p>");
      assert.equal((await fetch(`${server.url}/`)).status, 405);
      assert.equal((await call("eth_chainId")).result, "0x1f");
    });

    it("has its files in one folder, and no other", async (t) => {
      const { server } = await serve(t, transport, { site });
      const script = await fetch(`${server.url}/explorer/main-1.js`);
      assert.equal(await script.text(), "1;");
      assert.equal(script.headers.get("content-type"), "text/javascript; charset=utf-8");
      assert.equal((await fetch(`${server.url}/explorer/other.js`)).status, 404);
      assert.equal((await fetch(`${server.url}/explorer/toString`)).status, 404);
      assert.equal((await fetch(`${server.url}/explorer/..%2fmain-1.js`)).status, 405);
      assert.equal((await fetch(`${server.url}/main-1.js`)).status, 405);
    });

    it("answers 304 to a browser that has the file, and compresses it on request", async (t) => {
      const { server } = await serve(t, transport, { site });
      const get = (headers: Record<string, string>) =>
        fetch(`${server.url}/explorer/main-1.js`, { headers });
      const known = await get({ "if-none-match": 'W/"old", "main"' });
      assert.equal(known.status, 304);
      assert.equal(known.headers.get("etag"), '"main"');
      assert.equal(await known.text(), "");
      assert.equal((await get({ "if-none-match": '"old"' })).status, 200);
      const packed = await get({ "accept-encoding": "gzip" });
      assert.equal(packed.headers.get("content-encoding"), "gzip");
      assert.equal(packed.headers.get("vary"), "accept, accept-encoding");
      assert.equal(await packed.text(), "1;");
      assert.equal(gunzipSync(files["main-1.js"]?.gzipped ?? "").toString(), "1;");
      const plain = await get({ "accept-encoding": "identity" });
      assert.equal(plain.headers.get("content-encoding"), null);
      assert.equal(await plain.text(), "1;");
    });

    it("is below the key if there are keys", async (t) => {
      const { server } = await serve(t, transport, { site, apiKeys: ["one"] });
      const get = (path: string) => fetch(server.url + path, { headers: html, redirect: "manual" });
      assert.equal((await get("/")).status, 401);
      assert.equal((await get("/two/")).status, 401);
      assert.equal((await get("/explorer/main-1.js")).status, 401);
      assert.equal((await get("/two/explorer/main-1.js")).status, 401);
      assert.equal(await (await get("/one/")).text(), "<p>Hello</p>");
      assert.equal((await get("/one/explorer/main-1.js")).status, 200);
      const bare = await get("/one");
      assert.equal(bare.status, 302);
      assert.equal(bare.headers.get("location"), "one/");
    });

    it("leads a browser from the links of wallets to the page, below the key too", async (t) => {
      const open = await serve(t, transport, { site });
      const closed = await serve(t, transport, { site, apiKeys: ["one"] });
      const get = (url: string) => fetch(url, { headers: html, redirect: "manual" });
      for (const base of [open.server.url, `${closed.server.url}/one`]) {
        for (const [path, expected] of [
          ["tx/0xAb", "#/transaction/0xAb"],
          ["token/0x12?a=b", "#/account/0x12"],
          ["token/0x12/?a=b", "#/account/0x12"],
        ] as const) {
          const answer = await get(`${base}/${path}`);
          assert.equal(answer.status, 302, path);
          const location = answer.headers.get("location") ?? "";
          assert.equal(new URL(location, answer.url).href, `${base}/${expected}`);
        }
        assert.equal((await fetch(`${base}/tx/0xAb`)).status, 405);
      }
      for (const path of ["/block/1", "/tx/", "/tx/a%0d%0ab", "/tx/a/b", "/constructor/1"]) {
        assert.notEqual((await get(open.server.url + path)).status, 302, path);
      }
      assert.equal((await get(`${closed.server.url}/two/tx/0xAb`)).status, 401);
      assert.equal((await get(`${closed.server.url}/tx/0xAb`)).status, 401);
    });

    it("tells a browser without a valid key how to give one, and answers JSON to others", async (t) => {
      const { server } = await serve(t, transport, { site, apiKeys: ["one"] });
      const get = (path: string, headers: Record<string, string> = html) =>
        fetch(server.url + path, { headers });
      for (const path of ["/", "/two", "/two/", "/explorer/main-1.js", "/two/?a#b"]) {
        const refused = await get(path);
        assert.equal(refused.status, 401, path);
        assert.equal(refused.headers.get("content-type"), "text/html; charset=utf-8");
        assert.equal(refused.headers.get("content-security-policy"), policy);
        assert.equal(refused.headers.get("cache-control"), "no-store");
        const text = await refused.text();
        assert.match(text, /<h1>This node needs an API key<\/h1>.*\/KEY\//s);
        assert.doesNotMatch(text, /two|main-1|<p>Hello/);
      }
      const program = await get("/explorer/main-1.js", { accept: "*/*" });
      assert.equal(program.status, 401);
      const { error } = (await program.json()) as { error: { code: number } };
      assert.equal(error.code, -32016);
    });

    it("does not exist unless the server was given one", async (t) => {
      const { server } = await serve(t, transport);
      assert.equal((await fetch(`${server.url}/`, { headers: html })).status, 405);
    });
  });
}
