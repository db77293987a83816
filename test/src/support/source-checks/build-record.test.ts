/** Tests when the set-up skips the compiler. */
import assert from "node:assert/strict";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, it, type TestContext } from "node:test";

const { isBuilt, recordBuild } = (await import(
  new URL("../../../../scripts/build-record.mjs", import.meta.url).href
)) as {
  isBuilt(root: string, projects: readonly string[]): boolean;
  recordBuild(root: string, projects: readonly string[], begunMs: number): void;
};

const projects = ["apps/two"];
const files = [
  "node_modules/.package",
  "packages/one/package.json",
  "packages/one/tsconfig.json",
  "packages/one/src/here.ts",
  "packages/one/dist/.tsbuildinfo",
  "apps/two/src/deep/here.ts",
  "apps/two/dist/.tsbuildinfo",
  "test/src/here.test.ts",
  "pnpm-lock.yaml",
  "tsconfig.base.json",
];

/** Writes a repository that was built. @returns functions for its files. */
function builtRepository(t: TestContext) {
  const root = mkdtempSync(join(tmpdir(), "tandem-built-"));
  t.after(() => rmSync(root, { recursive: true }));
  const write = (name: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), "");
  };
  /** Returns when the system states a later time for a change than it did before. */
  const untilLater = () => {
    const before = Date.now();
    do write("clock");
    while (statSync(join(root, "clock")).ctimeMs < before + 20);
  };
  for (const name of files) write(name);
  untilLater();
  recordBuild(root, projects, Date.now());
  assert.equal(isBuilt(root, projects), true, "nothing has changed");
  untilLater();
  return { root, write, remove: (name: string) => rmSync(join(root, name)) };
}

describe("the record of a build", () => {
  for (const name of files.filter((one) => !/node_modules|dist/.test(one))) {
    it(`ends with a change of ${name}`, (t) => {
      const { root, write } = builtRepository(t);
      write(name);
      assert.equal(isBuilt(root, projects), false);
    });
  }

  it("ends with a new and with a removed source", (t) => {
    const added = builtRepository(t);
    added.write("packages/one/src/new/module.ts");
    assert.equal(isBuilt(added.root, projects), false);
    const removed = builtRepository(t);
    removed.remove("apps/two/src/deep/here.ts");
    assert.equal(isBuilt(removed.root, projects), false);
  });

  it("ends when the output of a project is removed", (t) => {
    const { root, remove } = builtRepository(t);
    remove("packages/one/dist/.tsbuildinfo");
    assert.equal(isBuilt(root, projects), false);
  });

  it("does not end with a change of output, documents or scripts", (t) => {
    const { root, write } = builtRepository(t);
    for (const name of ["packages/one/dist/here.js", "README.md", "scripts/start.mjs"]) write(name);
    assert.equal(isBuilt(root, projects), true);
  });

  it("is none when only a part of it was written", (t) => {
    const { root } = builtRepository(t);
    const folder = join(root, "node_modules");
    for (const name of readdirSync(folder)) {
      if (name.startsWith(".tandem-built")) truncateSync(join(folder, name), 1);
    }
    assert.equal(isBuilt(root, projects), false);
  });

  it("is one of the projects that were built", (t) => {
    const { root } = builtRepository(t);
    assert.equal(isBuilt(root, ["."]), false);
  });
});
