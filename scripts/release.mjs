// npm run release -- X.Y.Z: creates a version of the package. It moves the unreleased entries of
// the changelog under the version, sets the version in the root's manifest, creates and checks the
// package, commits and tags. Nothing is published.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const usage = `npm run release -- X.Y.Z [FLAGS]

Writes the version into package.json, CHANGELOG.md and the names of the packed
file in documents, makes the package and checks it, commits, and tags the commit
vX.Y.Z.

  --dry-run   put everything back instead of committing
  --out DIR   where the packed file is written [.]
`;

/** Aborts the release and restores the changed files. */
class Refused extends Error {}

function run(command, args, stdio = "pipe") {
  const { error, status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", stdio, stdio === "pipe" ? "pipe" : "inherit"],
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Refused(`${command} ${args[0]} failed\n${stderr ?? ""}`.trim());
  return (stdout ?? "").trimEnd();
}

const git = (...args) => run("git", args);
const script = (name, ...args) =>
  run(process.execPath, [join(root, "scripts", `${name}.mjs`), ...args], "inherit");

const read = (name) => readFileSync(join(root, name), "utf8");
const write = (name, text) => writeFileSync(join(root, name), text);

function readArguments() {
  const options = {
    "dry-run": { type: "boolean", default: false },
    out: { type: "string", default: "." },
    help: { type: "boolean", short: "h", default: false },
  };
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    return { ...values, version: positionals[0], isWrong: positionals.length !== 1 };
  } catch (error) {
    process.stderr.write(`${error.message}\n\n`);
    return { isWrong: true };
  }
}

/** Matches a version of semver.org: three numbers, and the name of a pre-release. */
const versionForm = /^(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?$/;

/** Returns whether a version is later than another. A pre-release may follow any of the same numbers. */
function isLater(version, other) {
  const [, ...parts] = versionForm.exec(version);
  const [, ...others] = versionForm.exec(other);
  for (let i = 0; i < 3; i++) {
    if (Number(parts[i]) !== Number(others[i])) return Number(parts[i]) > Number(others[i]);
  }
  return others[3] !== undefined && version !== other;
}

function assertReady(version, current) {
  if (!versionForm.test(version)) throw new Refused(`${version} is no version such as 1.2.3`);
  if (!isLater(version, current)) throw new Refused(`${version} does not come after ${current}`);
  const changed = git("status", "--porcelain");
  if (changed !== "") throw new Refused(`commit first what is changed:\n${changed}`);
  if (git("tag", "--list", `v${version}`) !== "") throw new Refused(`the tag v${version} exists`);
}

/** Matches the text between the heading of unreleased changes and the next heading. */
const unreleased = /^## Unreleased\n([\s\S]*?)(?=^## |$(?![\s\S]))/m;

function moveUnreleased(version, day) {
  const text = read("CHANGELOG.md");
  const said = unreleased.exec(text)?.[1]?.trim() ?? "";
  if (said === "") throw new Refused("CHANGELOG.md says nothing under Unreleased");
  const moved = `## Unreleased\n\n## ${version} (${day})\n\n${said}\n\n`;
  write("CHANGELOG.md", `${text.replace(unreleased, () => moved).trimEnd()}\n`);
}

function setVersion(version, current) {
  const line = (number) => `"version": "${number}"`;
  write("package.json", read("package.json").replace(line(current), line(version)));
  const documents = readdirSync(join(root, "docs"), { recursive: true })
    .map((name) => `docs/${name}`.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".md"));
  for (const name of ["README.md", ...documents]) {
    const text = read(name);
    const named = text.replaceAll(`-${current}.tgz`, `-${version}.tgz`);
    if (named !== text) write(name, named);
  }
}

function release({ version, "dry-run": isDry, out }) {
  const current = JSON.parse(read("package.json")).version;
  assertReady(version, current);
  try {
    moveUnreleased(version, new Date().toISOString().slice(0, 10));
    setVersion(version, current);
    script("package", "--out", out);
    script("generate");
    const files = git("diff", "--name-only").split("\n");
    process.stdout.write(`${files.join("\n")}\n`);
    if (isDry) {
      process.stdout.write(`${version} can be released; nothing was committed\n`);
      git("checkout", "--", ".");
      return;
    }
    git("commit", "--quiet", "--all", "--message", `Version ${version}`);
  } catch (error) {
    git("checkout", "--", ".");
    throw error;
  }
  git("tag", "--annotate", `v${version}`, "--message", `Version ${version}`);
  process.stdout.write(`committed, and tagged v${version}: push it with its tag\n`);
}

const given = readArguments();
if (given.help || given.isWrong) {
  (given.help ? process.stdout : process.stderr).write(usage);
  process.exit(given.help ? 0 : 2);
}
try {
  release(given);
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  process.stderr.write(`not released: ${error.message}\n`);
  process.exitCode = 1;
}
