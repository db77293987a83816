import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { behindLinks } from "./replaced-file.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "tandem-links-")));
after(() => rmSync(folder, { recursive: true }));

const linkTo = (target: string, name: string): string => {
  const link = join(folder, name);
  symlinkSync(target, link);
  return link;
};

it("what is replaced is behind the links, whether it exists or not", () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  linkTo("file", "first");
  for (const link of [linkTo("first", "second"), linkTo(file, "absolute"), file]) {
    assert.equal(behindLinks(link), file);
  }
  const missing = linkTo("missing", "dangling");
  assert.equal(behindLinks(missing), join(folder, "missing"));
  assert.equal(behindLinks(`${missing}/`), join(folder, "missing"));
  assert.equal(behindLinks(linkTo("dangling", "further")), join(folder, "missing"));
  const nowhere = linkTo("none/deep", "nowhere");
  assert.equal(behindLinks(nowhere), join(folder, "none/deep"));
});

it("a target is relative to the folder of its link, not to the name of the link to that folder", () => {
  mkdirSync(join(folder, "disk/inner"), { recursive: true });
  linkTo("../chain", "disk/inner/link");
  linkTo("disk/inner", "shortcut");
  assert.equal(behindLinks(join(folder, "shortcut/link")), join(folder, "disk/chain"));
});

it("links that go round in a circle have an end", () => {
  linkTo("round", "circle");
  assert.match(behindLinks(linkTo("circle", "round")), /(round|circle)$/);
});
