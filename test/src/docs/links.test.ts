/** Tests the links of the documents: each linked file and heading exists, and every page is reachable. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { posix } from "node:path";
import { describe, it } from "node:test";
import { anchorsOf, documentNames, documentPath, linksOf } from "../support/documents/markdown.js";

const targetOf = (from: string, path: string) =>
  path === "" ? from : posix.join(posix.dirname(from), path);

describe("the documents", () => {
  it("link to existing files and headings", () => {
    const lost = documentNames.flatMap((name) =>
      linksOf(name)
        .filter(({ path, anchor }) => {
          const target = targetOf(name, path);
          if (!existsSync(documentPath(target))) return true;
          return anchor !== undefined && !anchorsOf(target).has(anchor);
        })
        .map(({ path, anchor }) => `${name}: ${path}#${anchor ?? ""}`),
    );
    assert.deepEqual(lost, []);
  });

  it("are reachable from the index, each page of docs/ in at most two steps", () => {
    const pagesFrom = (name: string) =>
      linksOf(name)
        .map(({ path }) => targetOf(name, path))
        .filter((target) => documentNames.includes(target));
    const first = pagesFrom("docs/index.md");
    const found = new Set([...first, ...first.flatMap(pagesFrom)]);
    const lost = documentNames.filter((name) => name.startsWith("docs/") && !found.has(name));
    assert.deepEqual(lost, []);
  });
});
