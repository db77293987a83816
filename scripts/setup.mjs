// Sets up a clone: dependencies by the frozen lockfile, the build, the WebAssembly modules, the
// bundle. Each step is skipped if its inputs have not changed since it last succeeded.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundledParts, isBundleCurrent } from "../packages/cli/bin/bundle.js";
import { isBuilt, recordBuild } from "./build-record.mjs";
import { isExplorerCurrent } from "./explorer.mjs";
import { removeStaleOutput } from "./stale-output.mjs";
import { isWasmCurrent } from "./wasm.mjs";
import { sourceFolders } from "./workspace-folders.mjs";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The package manager, fetched by npx: a machine needs only Node 20 and npm. */
export const pnpm = "pnpm@12.21.0";

const manifests = () =>
  [
    "pnpm-lock.yaml",
    "pnpm-workspace.yaml",
    "package.json",
    ...sourceFolders(root).map((folder) => join(folder, "package.json")),
  ].filter((name) => existsSync(join(root, name)));

function fingerprint() {
  const hash = createHash("sha256").update(process.version);
  for (const name of manifests()) hash.update(name).update(readFileSync(join(root, name)));
  return hash.digest("hex");
}

function run(command, args) {
  const windows = process.platform === "win32";
  const result = spawnSync(command, args, { cwd: root, stdio: ["ignore", 2, 2], shell: windows });
  if (result.error) throw result.error;
  if (result.status !== 0) {
    process.stderr.write(`\n${command} ${args.join(" ")} failed\n`);
    process.exit(result.status ?? 1);
  }
}

function install() {
  const stamp = join(root, "node_modules", ".tandem-installed");
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  process.stderr.write("Installing dependencies (once)…\n");
  run("npx", ["-y", pnpm, "install", "--frozen-lockfile", "--reporter=append-only"]);
  writeFileSync(stamp, wanted);
}

/**
 * The build is incremental: it takes a fraction of a second if little changed. Projects are built at
 * the same time; several checkers of one would each read all of its types, in twice the processor time.
 */
function build(projects) {
  if (isBuilt(root, projects)) return;
  const begunMs = Date.now();
  removeStaleOutput(root);
  const flags = ["-b", "--checkers", "1"];
  run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), ...flags, ...projects]);
  recordBuild(root, projects, begunMs);
}

/** A separate process releases the compiler's memory at its end. */
function buildWasm() {
  if (isWasmCurrent()) return;
  run(process.execPath, [join(root, "scripts", "wasm.mjs")]);
}

/** Builds the page that the node serves to browsers. A node also starts without it. */
function buildExplorer(projects) {
  if (projects.every((name) => name === "apps/ussd-relay") || isExplorerCurrent()) return;
  const script = join(root, "scripts", "explorer.mjs");
  spawnSync(process.execPath, [script], { stdio: ["ignore", 2, 2] });
}

/** Bundles the apps. Without the bundle an app takes a second to start instead of a fifth. */
function bundle(projects) {
  const isWanted = (app) => projects.some((name) => name === app || !name.startsWith("apps/"));
  const apps = Object.keys(bundledParts).filter((app) => isWanted(app) && !isBundleCurrent(app));
  if (apps.length === 0) return;
  const script = join(root, "scripts", "bundle.mjs");
  spawnSync(process.execPath, [script, ...apps], { stdio: ["ignore", 2, 2] });
}

/** @param {string[]} projects folders to build, with everything that they depend on. */
export function setUp(...projects) {
  if (Number(process.versions.node.split(".")[0]) < 20) {
    process.stderr.write(`Node 20 or later is needed, this is ${process.version}\n`);
    process.exit(1);
  }
  install();
  build(projects);
  buildWasm();
  buildExplorer(projects);
  bundle(projects);
}
