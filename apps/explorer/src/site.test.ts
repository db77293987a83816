import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import { explorerSite } from "./site.js";

function folderOf(t: TestContext, files: Readonly<Record<string, string>>): URL {
  const path = mkdtempSync(join(tmpdir(), "tandem-site-"));
  t.after(() => rmSync(path, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return pathToFileURL(`${path}/`);
}

describe("the files of the explorer", () => {
  it("are undefined until the page is built", (t) => {
    assert.equal(explorerSite(folderOf(t, {})), undefined);
  });

  it("have a type, a tag of their content, and a policy without unsafe sources", async (t) => {
    const site = explorerSite(
      folderOf(t, { "index.html": "<p>", "main-ABCDEF12.mjs": "1", "main-ABCDEF12.mjs.gz": "z" }),
    );
    const document = await site?.read("");
    assert.equal(document?.contentType, "text/html; charset=utf-8");
    assert.equal(document?.cacheControl, "no-cache");
    assert.equal(document?.gzipped, undefined);
    const script = await site?.read("main-ABCDEF12.mjs");
    assert.match(script?.etag ?? "", /^"[\w-]{43}"$/);
    assert.notEqual(script?.etag, document?.etag);
    assert.match(script?.cacheControl ?? "", /immutable/);
    assert.deepEqual(script?.gzipped && [...script.gzipped], [0x7a]);
    const policy = new Map(site?.headers).get("content-security-policy") ?? "";
    assert.match(policy, /script-src 'self';/);
    assert.doesNotMatch(policy, /unsafe/);
  });

  it("are open once, however many clients request them at the same time", async (t) => {
    const site = explorerSite(folderOf(t, { "index.html": "<p>" }));
    const [first, second] = [site?.read(""), site?.read("index.html")];
    assert.equal(await first, await second);
    assert.notEqual(await site?.read(""), await first);
  });

  it("are read when a browser requests them, not when the node starts", async (t) => {
    const folder = folderOf(t, { "index.html": "before" });
    const site = explorerSite(folder);
    writeFileSync(new URL("index.html", folder), "after");
    writeFileSync(new URL("later.css", folder), "p {}");
    assert.equal(Buffer.from((await site?.read(""))?.body ?? []).toString(), "after");
    assert.equal(Buffer.from((await site?.read("later.css"))?.body ?? []).toString(), "p {}");
  });

  it("are only those of the folder, by their names", async (t) => {
    const site = explorerSite(folderOf(t, { "index.html": "<p>", "main.mjs.gz": "z" }));
    for (const name of ["../site.js", "main.mjs", "main.mjs.gz", "..", "other.css"]) {
      assert.equal(await site?.read(name), undefined, name);
    }
  });
});
