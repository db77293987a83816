/** Tests the young generation of the main thread, which `npm start` enlarges by a flag of V8. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import { runModule, urlOf } from "../support/processes/run-module.js";
import { startFlags } from "../support/processes/start-flags.js";

const root = new URL("../../../", import.meta.url);

/**
 * Runs `tandem version`, and prints the size to which V8 lets the young generation grow, and whether
 * a thread takes cached code.
 */
const program = `import { once } from "node:events";
  import { getHeapSpaceStatistics } from "node:v8";
  import { Worker } from "node:worker_threads";
  process.argv = [process.argv[0], "tandem", "version"];
  process.stdout.write = () => true;
  const { default: ended } = await import(${urlOf("apps/node/bin/tandem.js")});
  await ended;
  const thread = \`import { parentPort } from "node:worker_threads";
    import { runBundle } from ${urlOf("packages/cli/bin/bundle.js")};
    const { script } = await runBundle("apps/node");
    parentPort.postMessage(script.cachedDataRejected);\`;
  const [isRejected] = await once(new Worker(thread, { eval: true }), "message");
  const sizeOf = () =>
    getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space").space_size;
  const kept = [];
  let largest = 0;
  for (let round = 0; round < 60; round++) {
    kept[round % 20] = Array.from({ length: 20_000 }, (_, made) => ({ made }));
    largest = Math.max(largest, sizeOf());
  }
  console.error(JSON.stringify({ largest, isRejected }));`;

function run(flags: readonly string[]) {
  const { stderr } = runModule(program, flags);
  return JSON.parse(stderr) as { readonly largest: number; readonly isRejected: boolean };
}

it("a node of `npm start` has a larger young generation, and still takes compiled code", () => {
  const usual = run([]);
  const started = run(startFlags);
  const semiSpace = Number(startFlags.join().split("=")[1]);
  assert.equal(started.isRejected, false);
  assert.equal(usual.isRejected, false);
  const [version = 0] = process.versions.v8.split(".").map(Number);
  // V8 14, that of Node 26, grows to what it finds useful below the limit.
  if (version >= 14) return;
  assert.equal(started.largest, 2 * semiSpace * 2 ** 20, "both semi-spaces");
  // From Node 24 on V8 may grow to this size itself.
  if (version <= 12) assert.ok(usual.largest < started.largest);
});

const flags = startFlags.join(" ");

for (const [name, file, line] of [
  ["the nodes of a cluster have", "package.json", `node ${flags} scripts/cluster/main.mjs`],
  ["the service of systemd has", "deploy/systemd/tandem.service", `NODE_OPTIONS=${flags}\n`],
  ["the image has", "deploy/image/Containerfile", `NODE_OPTIONS=${flags}\n`],
] as const) {
  it(`${name} the same flags`, () => {
    const text = readFileSync(new URL(file, root), "utf8");
    assert.ok(text.includes(line));
  });
}
