// npm test: sets up what is missing, then runs every test. `npm test -- PATTERN…` runs those whose
// file name contains one of the patterns. The unit tests of a package share a process. The last line counts: `N passed, N failed`.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { ensureBalancer } from "./cluster/balancer.mjs";
import { ensureProgram } from "./debian-package.mjs";
import { setUpForNpm } from "./end-with-npm.mjs";
import { leftBehind } from "./left-behind.mjs";
import { ensureNats } from "./nats.mjs";
import { ensureRedis } from "./redis.mjs";
import { makeRunFolder } from "./run-folder.mjs";
import { root } from "./setup.mjs";
import { entriesFor, selectFiles, testFilesOf } from "./test-entries.mjs";

setUpForNpm(".");
const { files, unknown } = selectFiles(testFilesOf(root), process.argv.slice(2));
if (unknown !== undefined) {
  process.stderr.write(`no test file has ${unknown} in its name\n`);
  process.exit(2);
}
const needsBrowser = /phone\.test\.js$|^test[\\/]dist[\\/]explorer[\\/]/;
if (files.some((name) => needsBrowser.test(name))) ensureChromium();
if (files.some((name) => name.endsWith("completion.test.js"))) {
  for (const shell of ["zsh", "fish"]) ensureProgram(shell);
}
if (files.some((name) => /^test[\\/]dist[\\/]ussd[\\/]|records\.test\.js$/.test(name)))
  ensureRedis();
if (files.some((name) => /^test[\\/]dist[\\/]cluster[\\/]/.test(name))) ensureNats();
if (files.some((name) => name.endsWith("local-cluster.test.js"))) ensureBalancer();

/**
 * Milliseconds after which a test file is aborted. Waits have much shorter limits; this ends
 * endless loops. The slowest file takes a tenth of it on two idle cores.
 */
const testTimeoutMs = 2_700_000;

/**
 * The least number of processes that run at once: those of `test/` wait for other processes half of their time,
 * so four of them keep two cores busy.
 */
const processesMin = 4;

/**
 * Flags of V8 for the processes of the tests, which `node --test` passes on. Most code of a test runs a
 * few times: V8 copies short-lived objects less often, and optimizes a function after fifteen times as
 * many runs. That is a sixth of the processor time of the unit tests. Later versions than Node 20, whose
 * first optimizing compiler is a fast one, do not have the second flag.
 */
const v8Flags = [
  "--min-semi-space-size=16",
  ...(process.version.startsWith("v20.") ? ["--interrupt-budget=1000000"] : []),
];

/**
 * Returns the environment of the tests. Temporary folders are created below one of this run, so
 * that those that a test leaves behind are found. Additional certificate authorities, which Node parses
 * at each start, are under another name for the tests that install packages.
 */
function testEnvironment() {
  const { NODE_EXTRA_CA_CERTS: authorities, ...others } = process.env;
  const registry = authorities === undefined ? {} : { REGISTRY_EXTRA_CA_CERTS: authorities };
  return { ...others, ...registry, TMPDIR: temporary };
}

const scratch = makeRunFolder((signal) => child.kill(signal));
const counts = join(scratch, "counts");
const temporary = join(scratch, "tmp");
mkdirSync(temporary);
const child = spawn(
  process.execPath,
  [
    ...v8Flags,
    "--test",
    `--test-concurrency=${Math.max(processesMin, availableParallelism())}`,
    // A file that hangs, or keeps its process alive after its last test, fails.
    `--test-timeout=${testTimeoutMs}`,
    "--test-reporter=spec",
    "--test-reporter-destination=stdout",
    `--test-reporter=${join(root, "scripts", "count-reporter.mjs")}`,
    `--test-reporter-destination=${counts}`,
    ...entriesFor(root, files, scratch).map((name) => relative(process.cwd(), name)),
  ],
  { stdio: ["ignore", "inherit", "inherit"], env: testEnvironment() },
);
const code = await new Promise((resolve) => child.on("close", resolve));
const { passed, failed, skipped } = JSON.parse(readFileSync(counts, "utf8"));
const { folders, processes } = await leftBehind(temporary);
for (const one of [...folders, ...processes]) {
  process.stderr.write(`\nleft behind by a test: ${one}\n`);
}
process.stdout.write(
  `\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`,
);
// A folder that is left fails the run. A process is only reported.
const isClean = folders.length === 0;
process.exitCode = code === 0 && failed === 0 && passed > 0 && isClean ? 0 : 1;
