import assert from "node:assert/strict";
import { constants } from "node:buffer";
import { execFileSync } from "node:child_process";
import {
  closeSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { unfinishedKeptMs } from "./limits.js";
import { behindLinks, destinationOf, replaceFiles } from "./replaced-file.js";

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

it("two that write one file do not write into the same one", () => {
  const file = join(folder, "twice");
  assert.notEqual(destinationOf(file).written, destinationOf(file).written);
});

it("files are replaced together, behind their links, or not at all", () => {
  const place = join(folder, "together");
  mkdirSync(join(place, "sub"), { recursive: true });
  const [first, second] = [join(place, "first.json"), join(place, "sub", "second.csv")];
  writeFileSync(first, "former");
  const link = linkTo(first, "first-link");
  const files = (...names: readonly string[]) => names.map((name) => ({ name, text: "new" }));
  assert.throws(() => replaceFiles(files(link, join(place, "none", "second.csv"))), /ENOENT/);
  assert.equal(readFileSync(first, "utf8"), "former");
  assert.deepEqual(readdirSync(place), ["first.json", "sub"]);
  replaceFiles(files(link, second));
  assert.deepEqual(
    [first, second].map((name) => readFileSync(name, "utf8")),
    ["new", "new"],
  );
  assert.ok(lstatSync(link).isSymbolicLink());
  assert.deepEqual(readdirSync(place, { recursive: true }).sort(), [
    "first.json",
    "sub",
    "sub/second.csv",
  ]);
});

it("a pipe is written, and stays", { skip: process.platform === "win32" }, () => {
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const reader = openSync(pipe, "r+");
  replaceFiles([{ name: pipe, text: "new" }]);
  const read = Buffer.alloc(3);
  readSync(reader, read);
  closeSync(reader);
  assert.equal(`${read}`, "new");
  assert.ok(lstatSync(pipe).isFIFO());
});

it("a text may come in pieces, and be longer than a string", {
  skip: process.platform === "win32",
}, () => {
  const name = join(folder, "pieces");
  replaceFiles([{ name, text: ["", "a", "b".repeat(3_000_000), "ü", ""] }]);
  assert.equal(readFileSync(name, "utf8"), `a${"b".repeat(3_000_000)}ü`);
  const piece = "c".repeat(2 ** 20);
  function* pieces() {
    for (let length = 0; length <= constants.MAX_STRING_LENGTH; length += piece.length) yield piece;
  }
  replaceFiles([{ name: "/dev/null", text: pieces() }]);
});

it("what killed processes have left of the same file is removed after a day", () => {
  const place = join(folder, "left");
  mkdirSync(join(place, "file.0123abcf.unfinished"), { recursive: true });
  const names = [
    "file.0123abcd.unfinished",
    "other.0123abcd.unfinished",
    "file.x.0123abcd.unfinished",
    "file.unfinished",
    "file.backup",
  ];
  const long = (Date.now() - unfinishedKeptMs) / 1000 - 60;
  for (const name of names) {
    writeFileSync(join(place, name), "left");
    utimesSync(join(place, name), long, long);
  }
  utimesSync(join(place, "file.0123abcf.unfinished"), long, long);
  // Another process may be writing this one.
  writeFileSync(join(place, "file.0123abce.unfinished"), "new");
  replaceFiles([{ name: join(place, "file"), text: "new" }]);
  const kept = [...names.slice(1), "file", "file.0123abce.unfinished", "file.0123abcf.unfinished"];
  assert.deepEqual(readdirSync(place).sort(), kept.sort());
});
