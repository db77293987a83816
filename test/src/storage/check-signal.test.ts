/** Tests that a signal ends `tandem check` and `tandem repair` in order, and what a link to a directory means to them. */
import assert from "node:assert/strict";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { hashesOf } from "../support/damages/kinds.js";
import { runHere, startLocalNode } from "../support/local-node.js";
import { runTandem } from "../support/node-process.js";
import { call } from "../support/rpc.js";

const preload = new URL("../../src/support/processes/signal-at-path.mjs", import.meta.url);

const root = mkdtempSync(join(tmpdir(), "tandem-signal-"));
const original = join(root, "original");
after(() => rmSync(root, { recursive: true }));

/** Makes a chain whose rows are in a table file, and not only in the log. */
before(async () => {
  for (let starts = 0; starts < 2; starts++) {
    const node = await startLocalNode(["--data-dir", original]);
    await call(node.url, "evm_mine");
    assert.equal(await node.stop(), 0);
  }
});

let copies = 0;
function copy(): { directory: string; temporary: string } {
  const place = join(root, `${++copies}`);
  const [directory, temporary] = [join(place, "chain"), join(place, "temporary")];
  cpSync(original, directory, { recursive: true });
  mkdirSync(temporary);
  return { directory, temporary };
}

function damage(directory: string): void {
  const table = readdirSync(directory).find((name) => name.endsWith(".ldb")) as string;
  const bytes = readFileSync(join(directory, table));
  bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100);
  writeFileSync(join(directory, table), bytes);
}

for (const [command, at, isDamaged] of [
  ["check", "tandem-check-", false],
  ["check", "saved", true],
  ["repair", "tandem-check-", true],
  ["repair", ".repairing", true],
] as const) {
  const state = isDamaged ? "damaged" : "intact";
  it(`a signal during ${command}, of ${state} files, at ${at}, leaves nothing behind`, async () => {
    const { directory, temporary } = copy();
    if (isDamaged) damage(directory);
    const before = hashesOf(directory);
    const { code, stdout, stderr } = await runTandem([command, directory], {
      SIGNAL_AT: at,
      NODE_OPTIONS: `--import=${preload.href}`,
      TMPDIR: temporary,
    });
    assert.deepEqual([code, stdout], [130, ""], stderr);
    assert.equal(stderr, `tandem: ${command}: stopped before the end; nothing was changed\n`);
    assert.deepEqual(readdirSync(temporary), []);
    assert.deepEqual(readdirSync(join(directory, "..")).sort(), ["chain", "temporary"]);
    assert.deepEqual(hashesOf(directory), before);
  });
}

it("an interrupted repair is found through links to the directory", async () => {
  const { directory } = copy();
  const [link, relative] = [`${directory}-link`, `${directory}-relative`];
  symlinkSync(directory, link);
  symlinkSync("chain-link", relative);
  // As a repair leaves it between its last two renames.
  renameSync(directory, `${directory}.repaired`);
  const refused = await runHere(["run", "--port", "0", "--data-dir", relative]);
  assert.equal(refused.code, 1);
  assert.match(
    refused.stderr,
    /repair .* was interrupted before its last step: run `tandem repair /,
  );
  const { code, stdout, stderr } = await runHere(["repair", relative]);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, /the interrupted repair of .* is complete/);
  assert.ok(existsSync(directory) && !existsSync(`${directory}.repaired`));
  assert.equal((await runHere(["check", link])).code, 0);
});
