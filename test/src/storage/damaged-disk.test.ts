/** Tests a database whose files were damaged while no node ran: reported, never served, never deleted. */
import assert from "node:assert/strict";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { developmentAccount, send } from "../support/development.js";
import { runHere, startLocalNode } from "../support/local-node.js";
import { type RunningNode, startNodeProcess } from "../support/node-process.js";
import { call } from "../support/rpc.js";

const root = mkdtempSync(join(tmpdir(), "tandem-damaged-"));
const whole = join(root, "whole");
/** The last run of the chain ends at this block; the ones before it are in table files. */
const [firstHeight, lastHeight] = [40, 120];
const [giver, taker] = [developmentAccount(0), developmentAccount(1)];

async function live(directory: string, use: (node: RunningNode) => Promise<void>) {
  const node = await startLocalNode(["--data-dir", directory]);
  await use(node);
  await node.stop();
}

before(async () => {
  const lived = join(root, "lived");
  await live(lived, async ({ url }) => {
    await send(url, giver, { to: taker.address, value: 1n });
    for (let height = 1; height < firstHeight; height++) await call(url, "evm_mine");
  });
  await live(lived, async ({ url }) => {
    for (let height = firstHeight; height < lastHeight; height++) await call(url, "evm_mine");
    // The files are those that kill -9 leaves.
    cpSync(lived, whole, { recursive: true });
  });
});
after(() => rmSync(root, { recursive: true }));

interface Copy {
  readonly directory: string;
  /** Returns the first file whose name matches. */
  readonly file: (pattern: RegExp) => string;
  /** Returns the sizes of all files by their names. */
  readonly files: () => Readonly<Record<string, number>>;
}

function copyOfWhole(): Copy {
  const directory = mkdtempSync(join(root, "copy-"));
  cpSync(whole, directory, { recursive: true });
  const names = () => readdirSync(directory).sort();
  return {
    directory,
    file(pattern) {
      const found = names().find((name) => pattern.test(name) && sizeOf(directory, name) > 0);
      assert.ok(found !== undefined, `${pattern} in ${names()}`);
      return join(directory, found);
    },
    files: () => Object.fromEntries(names().map((name) => [name, sizeOf(directory, name)])),
  };
}
const sizeOf = (directory: string, name: string) => statSync(join(directory, name)).size;

function flip(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 4, at);
  writeFileSync(file, bytes);
}

/** Asserts that the start ends with 1 and a sentence with a remedy, and changes no file. */
async function assertRefused(copy: Copy, ...words: readonly RegExp[]): Promise<void> {
  const files = copy.files();
  const flags = ["--port", "0", "--data-dir", copy.directory];
  const { code, stdout, stderr } = await runHere(["run", ...flags]);
  assert.equal(code, 1, `${stdout}${stderr}`);
  assert.doesNotMatch(stdout, /Ready/);
  assert.doesNotMatch(stderr, /\n\s+at /, "a sentence, not a stack");
  for (const pattern of words) assert.match(stderr, pattern);
  assert.deepEqual(copy.files(), files, "nothing was changed");
}

describe("a start is refused", () => {
  const toDo = [/tandem check/, /tandem repair/];

  it("if CURRENT is missing, and no file is deleted", async () => {
    const copy = copyOfWhole();
    rmSync(copy.file(/^CURRENT$/));
    await assertRefused(copy, /CURRENT is missing/, ...toDo);
  });

  it("if all files are missing except the marker of a database", async () => {
    const copy = copyOfWhole();
    for (const name of readdirSync(copy.directory)) {
      if (name !== "TANDEM") rmSync(join(copy.directory, name));
    }
    await assertRefused(copy, /is gone/, /TANDEM/);
  });

  it("if a bit of a table file changed, naming the file", async () => {
    const copy = copyOfWhole();
    const table = copy.file(/\.ldb$/);
    flip(table, 20);
    await assertRefused(copy, /\d+\.ldb at byte 0\b.*checksum/, ...toDo);
  });

  it("if a page of a table file is zero, or its end is truncated", async () => {
    const zeroed = copyOfWhole();
    const table = zeroed.file(/\.ldb$/);
    const bytes = readFileSync(table);
    writeFileSync(table, bytes.fill(0, 0, 4096));
    await assertRefused(zeroed, /\.ldb/, ...toDo);
    const cut = copyOfWhole();
    truncateSync(cut.file(/\.ldb$/), 1000);
    await assertRefused(cut, /size/, ...toDo);
  });

  it("if the manifest changed", async () => {
    const copy = copyOfWhole();
    flip(copy.file(/^MANIFEST/), 12);
    await assertRefused(copy, /MANIFEST-\d+/, ...toDo);
  });

  it("if a bit inside the write-ahead log changed, which would leave a gap", async () => {
    const copy = copyOfWhole();
    flip(copy.file(/\.log$/), 5000);
    await assertRefused(copy, /\.log.*middle of the chain/, ...toDo);
  });
});

describe("blocks lost at the end are reported with their heights", () => {
  async function assertTold(copy: Copy, isLower: (height: number) => boolean): Promise<void> {
    const node = await startLocalNode(["--data-dir", copy.directory]);
    const height = Number(await call(node.url, "eth_blockNumber"));
    await node.stop();
    assert.ok(isLower(height), `starts at ${height}`);
    const isOne = height + 1 === lastHeight;
    const lost = isOne ? `block ${lastHeight} is` : `blocks ${height + 1} to ${lastHeight} are`;
    const sentence =
      `the newest block on disk is ${height}, it was ${lastHeight} when the node last wrote: ` +
      `${lost} lost`;
    assert.ok(node.output().includes(sentence), node.output());
  }

  it("if the write-ahead log is missing", async () => {
    const copy = copyOfWhole();
    rmSync(copy.file(/\.log$/));
    await assertTold(copy, (height) => height === firstHeight);
  });

  it("if it is truncated", async () => {
    const copy = copyOfWhole();
    const log = copy.file(/\.log$/);
    truncateSync(log, Math.floor(statSync(log).size / 2));
    await assertTold(copy, (height) => height > firstHeight && height < lastHeight);
  });

  it("if its last record is damaged, of which a copy is kept", async () => {
    const copy = copyOfWhole();
    const log = copy.file(/\.log$/);
    flip(log, statSync(log).size - 3);
    await assertTold(copy, (height) => height === lastHeight - 1);
    assert.ok(copy.file(/^damaged-\d+\.log$/));
  });

  it("and are brought back by a repair from a log that LevelDB passed over and that was kept", async () => {
    const copy = copyOfWhole();
    const log = copy.file(/^\d+\.log$/);
    renameSync(log, join(copy.directory, `damaged-${basename(log)}`));
    await assertTold(copy, (height) => height === firstHeight);
    const { code, stdout, stderr } = await runHere(["repair", copy.directory]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, new RegExp(`kept up to block ${lastHeight},`));
  });

  it("and nothing is reported without a loss", async () => {
    const node = await startLocalNode(["--data-dir", copyOfWhole().directory]);
    assert.equal(Number(await call(node.url, "eth_blockNumber")), lastHeight);
    await node.stop();
    assert.doesNotMatch(node.output(), /lost|damaged/);
  });
});

describe("a data directory", () => {
  it("and its files belong to their owner alone", async () => {
    const { directory } = copyOfWhole();
    const node = await startNodeProcess(["--data-dir", directory]);
    await call(node.url, "evm_mine");
    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
    assert.equal(modeOf(directory), "700");
    for (const name of readdirSync(directory)) {
      assert.equal(modeOf(join(directory, name)), "600", name);
    }
    await node.stop();
  });

  it("that cannot be created is refused", async () => {
    const flags = ["run", "--port", "0", "--data-dir", "/proc/tandem/chain"];
    const { code, stderr } = await runHere(flags);
    assert.equal(code, 2);
    assert.match(stderr, /\/proc\/tandem\/chain cannot be created/);
    assert.doesNotMatch(stderr, /\n\s+at /);
  });
});
