/** Tests `npm run release` in a small clone: what it writes, commits and tags, and what it refuses. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const clone = mkdtempSync(join(tmpdir(), "tandem-release-"));
after(() => rmSync(clone, { recursive: true, force: true }));

const identity = ["-c", "user.name=Tester", "-c", "user.email=tester@example.com"];

function run(command: string, args: readonly string[]) {
  const names = ["AUTHOR", "COMMITTER"].flatMap((who) => [
    [`GIT_${who}_NAME`, "Tester"],
    [`GIT_${who}_EMAIL`, "tester@example.com"],
  ]);
  const env = { ...process.env, ...Object.fromEntries(names) };
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: clone,
    encoding: "utf8",
    env,
  });
  return { status, stdout, stderr };
}
const git = (...args: readonly string[]) => {
  const { status, stdout, stderr } = run("git", [...identity, ...args]);
  assert.equal(status, 0, stderr);
  return stdout.trimEnd();
};
const release = (...args: readonly string[]) =>
  run(process.execPath, ["scripts/release.mjs", ...args]);
const read = (name: string) => readFileSync(join(clone, name), "utf8");
const write = (name: string, text: string) => writeFileSync(join(clone, name), text);

/** Replaces the programs that create the package and the documents, which need a build. */
const program = (text: string) =>
  `import { writeFileSync, readFileSync } from "node:fs";\n${text}\n`;

describe("npm run release", () => {
  before(() => {
    git("init", "--quiet", "--initial-branch", "main");
    for (const name of ["CHANGELOG.md", "README.md", "package.json", ".gitignore"]) {
      cpSync(join(root, name), join(clone, name));
    }
    for (const folder of ["scripts", "docs"]) mkdirSync(join(clone, folder));
    cpSync(join(root, "scripts/release.mjs"), join(clone, "scripts/release.mjs"));
    cpSync(join(root, "docs/install.md"), join(clone, "docs/install.md"));
    const { version } = JSON.parse(read("package.json")) as { version: string };
    write("package.json", read("package.json").replace(`"${version}"`, '"0.1.0"'));
    for (const name of ["README.md", "docs/install.md"]) {
      write(name, read(name).replaceAll(`-${version}.tgz`, "-0.1.0.tgz"));
    }
    write(
      "CHANGELOG.md",
      "# Changelog\n\n## Unreleased\n\n- One thing.\n\n## 0.1.0 (2026-01-01)\n",
    );
    const packing =
      'if (process.env.FAILS) process.exit(1);\nwriteFileSync("made.tgz", readFileSync("package.json"));';
    write("scripts/package.mjs", program(packing));
    write("scripts/generate.mjs", program('writeFileSync("docs/made.md", "made");'));
    write("docs/made.md", "");
    git("add", "--all");
    git("commit", "--quiet", "--message", "Begin");
  });

  it("refuses an invalid release, and does not change the tree", () => {
    const says = (message: RegExp, ...args: readonly string[]) => {
      const { status, stderr } = release(...args);
      assert.equal(status, 1, stderr);
      assert.match(stderr, message);
      assert.equal(git("log", "--oneline").split("\n").length, 1);
    };
    says(/not released: 1\.2 is no version/, "1.2");
    says(/0\.0\.9 does not come after 0\.1\.0/, "0.0.9");
    says(/0\.1\.0 does not come after 0\.1\.0/, "0.1.0");
    write("README.md", `${read("README.md")}changed\n`);
    says(/commit first what is changed:\n.*README\.md/, "0.2.0");
    git("checkout", "--quiet", "--", ".");
    process.env.FAILS = "1";
    try {
      says(/scripts\/package\.mjs failed/, "0.2.0");
    } finally {
      delete process.env.FAILS;
    }
    assert.equal(git("status", "--porcelain"), "");
    assert.equal(release().status, 2);
  });

  it("tries everything in a dry run, and restores it", () => {
    const { status, stdout, stderr } = release("0.2.0", "--dry-run");
    assert.equal(status, 0, stderr);
    const files = ["CHANGELOG.md", "README.md", "docs/install.md", "docs/made.md", "package.json"];
    assert.equal(stdout, `${files.join("\n")}\n0.2.0 can be released; nothing was committed\n`);
    assert.equal(JSON.parse(read("made.tgz")).version, "0.2.0");
    assert.equal(git("status", "--porcelain"), "");
    assert.equal(git("tag"), "");
  });

  it("moves the changelog, sets the version, commits and tags", () => {
    const { status, stderr } = release("0.2.0-rc.1");
    assert.equal(status, 0, stderr);
    assert.equal(release("0.2.0").status, 1, "nothing is unreleased");
    const day = /^\d{4}-\d\d-\d\d$/;
    const [, date = ""] = /^## 0\.2\.0-rc\.1 \((.*)\)$/m.exec(read("CHANGELOG.md")) ?? [];
    assert.match(date, day);
    assert.equal(
      read("CHANGELOG.md"),
      `# Changelog\n\n## Unreleased\n\n## 0.2.0-rc.1 (${date})\n\n- One thing.\n\n## 0.1.0 (2026-01-01)\n`,
    );
    assert.equal(JSON.parse(read("package.json")).version, "0.2.0-rc.1");
    assert.match(read("README.md"), /tandem-node-0\.2\.0-rc\.1\.tgz/);
    assert.doesNotMatch(read("docs/install.md"), /tandem-node-0\.1\.0\.tgz/);
    assert.equal(git("log", "--format=%s", "-1"), "Version 0.2.0-rc.1");
    assert.equal(git("rev-list", "-1", "v0.2.0-rc.1"), git("rev-parse", "HEAD"));
    assert.equal(git("status", "--porcelain"), "");
    write(
      "CHANGELOG.md",
      read("CHANGELOG.md").replace("## Unreleased\n", "## Unreleased\n\n- More.\n"),
    );
    git("commit", "--quiet", "--all", "--message", "More");
    assert.equal(
      release("0.2.0", "--dry-run").status,
      0,
      "a preliminary version is followed by its own",
    );
  });
});
