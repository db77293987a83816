/**
 * Tests that `tandem check` reports damage and changes nothing, and that `tandem repair` keeps what
 * can be verified.
 */
import assert from "node:assert/strict";
import fs, {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { openStore } from "@tandem/store";
import { hashesOf } from "../support/damages/kinds.js";
import { developmentAccount, send } from "../support/development.js";
import { runHere, startLocalNode } from "../support/local-node.js";
import { runTandem } from "../support/node-process.js";
import { call } from "../support/rpc.js";
import type { Hex, WireBlock } from "../support/wire.js";

const [giver, taker] = [developmentAccount(0), developmentAccount(1)];
const edited: Hex = `0x${"ed".repeat(20)}`;

const root = mkdtempSync(join(tmpdir(), "tandem-repair-"));
const original = join(root, "original");
let head: WireBlock;
after(() => rmSync(root, { recursive: true }));

async function withNode<T>(directory: string, use: (url: string) => Promise<T>): Promise<T> {
  const node = await startLocalNode(["--data-dir", directory, "--accounts", "12"]);
  try {
    return await use(node.url);
  } finally {
    assert.equal(await node.stop(), 0, node.output());
  }
}

const headOf = (url: string) => call<WireBlock>(url, "eth_getBlockByNumber", ["latest", true]);

/**
 * Builds a chain with an unusual block 0, in tables and in the log, with an edit between two of its
 * blocks.
 */
before(async () => {
  await withNode(original, async (url) => {
    for (const value of [1n, 2n, 3n]) await send(url, giver, { to: taker.address, value });
    await call(url, "hardhat_setBalance", [edited, "0x123"]);
    await send(url, giver, { to: edited, value: 1n });
  });
  head = await withNode(original, async (url) => {
    for (const value of [4n, 5n, 6n]) await send(url, giver, { to: taker.address, value });
    return headOf(url);
  });
});

let copies = 0;
const place = () => join(root, `${++copies}`, "chain");
function copy(): string {
  const directory = place();
  cpSync(original, directory, { recursive: true });
  return directory;
}

function damage(directory: string, pattern: RegExp, edit: (bytes: Buffer) => Buffer): string {
  const file = readdirSync(directory).find((name) => pattern.test(name)) as string;
  writeFileSync(join(directory, file), edit(readFileSync(join(directory, file))));
  return file;
}

/** Removes the last record of the log, which is the newest block, and half of the one before. */
const cutLog = (directory: string) =>
  damage(directory, /\.log$/, (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2)));
const changeBit = (directory: string) =>
  damage(directory, /\.ldb$/, (bytes) => {
    bytes.writeUInt8(bytes.readUInt8(900) ^ 1, 900);
    return bytes;
  });

/** Returns the only directory beside `directory` that a repair left. */
function copyBeside(directory: string): string {
  const names = readdirSync(join(directory, "..")).filter((name) => name.includes(".damaged-"));
  assert.equal(names.length, 1, `${names}`);
  return join(directory, "..", names[0] as string);
}

describe("tandem check", () => {
  it("reports an intact directory, and changes nothing", async () => {
    const directory = copy();
    const before = hashesOf(directory);
    const { code, stdout, stderr } = await runHere(["check", directory]);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(stdout, /the chain up to block 7/);
    assert.match(stdout, /is sound/);
    assert.deepEqual(hashesOf(directory), before);
  });

  it("names the file and the table of a changed bit, also as JSON, and changes nothing", async () => {
    const directory = copy();
    const file = changeBit(directory);
    const before = hashesOf(directory);
    const { code, stdout } = await runHere(["check", directory]);
    assert.equal(code, 1);
    assert.match(stdout, new RegExp(`^${file} at byte \\d+.* does not have its checksum`, "m"));
    assert.match(stdout, /tandem repair/);
    const told = await runHere(["check", directory, "--json"]);
    assert.equal(told.code, 1);
    const report = JSON.parse(told.stdout);
    assert.equal(report.isSound, false);
    assert.equal(report.files[0].file, file);
    assert.deepEqual(hashesOf(directory), before);
  });

  it("refuses a directory that a node has open, one without a database, and a missing one", async () => {
    const directory = copy();
    await withNode(directory, async () => {
      const { code, stderr } = await runTandem(["check", directory]);
      assert.equal(code, 1);
      assert.match(stderr, /^tandem: .*in use/);
    });
    const none = await runHere(["check", root]);
    assert.deepEqual([none.code, none.stdout], [2, ""]);
    assert.match(none.stderr, /^tandem: check: .*is not the data directory/);
    const endless = join(root, "endless");
    symlinkSync(endless, endless);
    const unread = await runHere(["check", endless]);
    assert.equal(unread.code, 2);
    assert.match(unread.stderr, /cannot be read: its symbolic links go round/);
    for (const command of ["check", "repair"]) {
      const { code, stderr } = await runHere([command]);
      assert.equal(code, 2);
      assert.match(stderr, new RegExp(`^tandem: DIR is missing; usage: tandem ${command} DIR`));
    }
  });
});

describe("a directory whose node was ended before its first write", () => {
  it("has no chain for check and repair, and a node begins one", async () => {
    const directory = join(root, "begun");
    await (await openStore({ directory, isDurable: false })).close();
    for (const command of ["check", "repair"]) {
      const { code, stdout, stderr } = await runHere([command, directory]);
      assert.deepEqual([code, stdout], [2, ""]);
      assert.match(stderr, /has no chain yet, and a node begins one there/);
    }
    assert.equal(await withNode(directory, (url) => call(url, "eth_blockNumber")), "0x0");
    assert.equal((await runHere(["check", directory])).code, 0);
  });
});

describe("tandem repair", () => {
  it("does not change an intact directory", async () => {
    const directory = copy();
    const before = hashesOf(directory);
    const { code, stdout } = await runHere(["repair", directory]);
    assert.equal(code, 0);
    assert.match(stdout, /is sound: nothing was changed/);
    assert.deepEqual(hashesOf(directory), before);
    assert.deepEqual(readdirSync(join(directory, "..")), ["chain"]);
  });

  it("restores everything after a changed bit, including a state edit, and keeps a copy", async () => {
    const directory = copy();
    changeBit(directory);
    const before = hashesOf(directory);
    const { code, stdout, stderr } = await runHere(["repair", directory]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /kept up to block 7/);
    assert.deepEqual(hashesOf(copyBeside(directory)), before);
    await withNode(directory, async (url) => {
      assert.deepEqual(await headOf(url), head);
      assert.equal(await call(url, "eth_getBalance", [edited, "latest"]), "0x124");
      assert.equal(await call(url, "eth_getBalance", [edited, "0x3"]), "0x123");
    });
    assert.equal((await runHere(["check", directory])).code, 0);
  });

  it("keeps the chain before a loss and names the lost blocks", async () => {
    const directory = copy();
    cutLog(directory);
    const { code, stdout } = await runHere(["repair", directory]);
    assert.equal(code, 0, stdout);
    const kept = Number(/kept up to block (\d+)/.exec(stdout)?.[1]);
    assert.ok(kept >= 4 && kept < 7, stdout);
    await withNode(directory, async (url) => {
      assert.equal(Number((await headOf(url)).number), kept);
      await send(url, giver, { to: taker.address, value: 9n });
    });
  });

  it("restores a directory without CURRENT and manifest", async () => {
    const directory = copy();
    for (const name of readdirSync(directory)) {
      if (/^(CURRENT|MANIFEST)/.test(name)) rmSync(join(directory, name));
    }
    const { code, stderr } = await runHere(["repair", directory]);
    assert.equal(code, 0, stderr);
    await withNode(directory, async (url) => assert.deepEqual(await headOf(url), head));
  });
});

type Rename = typeof fs.renameSync;

/** Repairs a directory in this process while `replace` stands in for the function that renames. */
async function repairWith(directory: string, replace: (rename: Rename) => Rename) {
  const rename = fs.renameSync;
  fs.renameSync = replace(rename);
  syncBuiltinESMExports();
  try {
    return await runHere(["repair", directory]);
  } finally {
    fs.renameSync = rename;
    syncBuiltinESMExports();
  }
}

it("a directory that cannot be renamed stays, and the repaired one is beside it", async () => {
  const directory = copy();
  changeBit(directory);
  const before = hashesOf(directory);
  let renames = 0;
  const { code, stderr } = await repairWith(directory, (rename) => (...names) => {
    // As for a mount.
    if (++renames === 2) throw Object.assign(new Error("EBUSY: resource busy"), { code: "EBUSY" });
    rename(...names);
  });
  assert.equal(code, 1);
  const [, beside = ""] = /cannot be renamed.*--data-dir (\S+\.repaired-\S+Z),/.exec(stderr) ?? [];
  assert.deepEqual(hashesOf(directory), before);
  const continued = await withNode(beside, async (url) => {
    assert.deepEqual(await headOf(url), head);
    await call(url, "evm_mine");
    return headOf(url);
  });
  assert.equal((await runHere(["repair", directory])).code, 0);
  await withNode(beside, async (url) => assert.deepEqual(await headOf(url), continued));
});

it("a chain that forks another can be checked, but its remote state cannot be repaired", async () => {
  const directory = join(root, "fork");
  await withNode(join(root, "forked"), async (url) => {
    await send(url, giver, { to: taker.address, value: 1n });
    const node = await startLocalNode(["--data-dir", directory, "--fork-url", url]);
    await send(node.url, giver, { to: taker.address, value: 2n });
    assert.equal(await node.stop(), 0);
  });
  const { code, stdout } = await runHere(["check", directory]);
  assert.equal(code, 0, stdout);
  damage(directory, /\.(log|ldb)$/, (bytes) => {
    bytes.fill(0, 40, 80);
    return bytes;
  });
  const before = hashesOf(directory);
  const repaired = await runHere(["repair", directory]);
  assert.equal(repaired.code, 1);
  assert.match(repaired.stderr, /^tandem: .+/m);
  assert.deepEqual(hashesOf(directory), before);
});

it("a chain that was reverted is intact, and a repair keeps its head", async () => {
  const directory = join(root, "reverted");
  const reverted = await withNode(directory, async (url) => {
    await send(url, giver, { to: taker.address, value: 1n });
    const id = await call(url, "evm_snapshot");
    for (const value of [2n, 3n, 4n]) await send(url, giver, { to: taker.address, value });
    await call(url, "evm_revert", [id]);
    await call(url, "hardhat_impersonateAccount", [edited]);
    await call(url, "hardhat_setBalance", [edited, "0xde0b6b3a7640000"]);
    await call(url, "eth_sendTransaction", [{ from: edited, to: taker.address, value: "0x1" }]);
    return headOf(url);
  });
  const { code, stdout } = await runHere(["check", directory, "--accounts", "12"]);
  assert.equal(code, 0, stdout);
  damage(directory, /\.log$/, (bytes) => {
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 900) ^ 2, bytes.length - 900);
    return bytes;
  });
  const repaired = await runHere(["repair", directory]);
  assert.equal(repaired.code, 0, repaired.stderr);
  assert.match(repaired.stdout, /kept up to block 2,/);
  await withNode(directory, async (url) => assert.deepEqual(await headOf(url), reverted));
});

/** Returns what kill -9 leaves of a repair at each of its renames: copies of the files at that moment, by its name. */
async function killedAtRenames(): Promise<ReadonlyMap<string, string>> {
  const directory = copy();
  changeBit(directory);
  const killed = new Map<string, string>();
  const keep = (moment: string) => {
    const kept = place();
    cpSync(dirname(directory), dirname(kept), { recursive: true });
    killed.set(moment, kept);
  };
  let renames = 0;
  const { code, stderr } = await repairWith(directory, (rename) => (...names) => {
    renames += 1;
    keep(`before its rename ${renames}`);
    rename(...names);
    keep(`after its rename ${renames}`);
  });
  assert.deepEqual([code, renames], [0, 3], stderr);
  return killed;
}

describe("a repair that is killed", () => {
  let found: ReadonlyMap<string, string>;
  let killed: ReadonlyMap<string, string>;
  before(async () => {
    const directory = copy();
    changeBit(directory);
    found = hashesOf(directory);
    killed = await killedAtRenames();
  });

  for (const moment of [1, 2, 3].flatMap((n) => [
    `before its rename ${n}`,
    `after its rename ${n}`,
  ])) {
    it(`${moment} leaves the old or the new directory, and can be continued`, async () => {
      const directory = killed.get(moment) as string;
      if (!existsSync(directory)) {
        const refused = await runHere(["run", "--port", "0", "--data-dir", directory]);
        assert.equal(refused.code, 1);
        assert.match(refused.stderr, /^tandem: .*tandem repair/m);
        assert.ok(!existsSync(directory), "a node begins no new chain in its place");
      } else if (moment !== "after its rename 3") assert.deepEqual(hashesOf(directory), found);
      const { code, stderr } = await runHere(["repair", directory]);
      assert.equal(code, 0, stderr);
      assert.deepEqual(hashesOf(copyBeside(directory)), found);
      assert.equal((await runHere(["check", directory])).code, 0);
      await withNode(directory, async (url) => assert.deepEqual(await headOf(url), head));
    });
  }
});
