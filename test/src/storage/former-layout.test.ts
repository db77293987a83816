/**
 * Tests that a database of the layout before four tables were renamed is checked, repaired and
 * upgraded.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { openStore, table } from "@tandem/store";
import { hashesOf } from "../support/damages/kinds.js";
import { developmentAccount, send } from "../support/development.js";
import { runHere, startLocalNode } from "../support/local-node.js";
import { call } from "../support/rpc.js";
import { toFormerLayout } from "../support/storage/former-layout.js";
import type { WireBlock } from "../support/wire.js";

const [giver, taker] = [developmentAccount(0), developmentAccount(1)];
const upgrade = fileURLToPath(new URL("../support/storage/killed-upgrade.js", import.meta.url));
const root = mkdtempSync(join(tmpdir(), "tandem-layout-"));
const original = join(root, "original");
after(() => rmSync(root, { recursive: true }));

async function withNode<T>(directory: string, use: (url: string) => Promise<T>): Promise<T> {
  const node = await startLocalNode(["--data-dir", directory]);
  try {
    return await use(node.url);
  } finally {
    assert.equal(await node.stop(), 0, node.output());
  }
}

/** Returns a node's answers from the rows of the renamed tables. */
async function answersOf(url: string) {
  const head = await call<WireBlock>(url, "eth_getBlockByNumber", ["latest", false]);
  const receipts = await Promise.all(
    head.transactions.map((hash) => call(url, "eth_getTransactionReceipt", [hash])),
  );
  const offset = await call(url, "evm_increaseTime", [0]);
  return { head, receipts, offset };
}

let answers: Awaited<ReturnType<typeof answersOf>>;
before(async () => {
  answers = await withNode(original, async (url) => {
    await call(url, "evm_increaseTime", [1_000]);
    for (const value of [1n, 2n, 3n]) await send(url, giver, { to: taker.address, value });
    return answersOf(url);
  });
  await toFormerLayout(original);
});

let copies = 0;
function copy(): string {
  const directory = join(root, `${++copies}`, "chain");
  cpSync(original, directory, { recursive: true });
  return directory;
}

async function assertUpgraded(directory: string): Promise<void> {
  await withNode(directory, async (url) => {
    assert.deepEqual(await answersOf(url), answers);
    await send(url, giver, { to: taker.address, value: 4n });
  });
  const store = await openStore({ directory, isDurable: true });
  assert.equal(store.get(table.schema, "only"), table.schemaNumber);
  await store.close();
  const { code, stdout } = await runHere(["check", directory]);
  assert.equal(code, 0, stdout);
}

describe("a database of layout 4", () => {
  it("is upgraded when a node starts, and its answers are unchanged", () => assertUpgraded(copy()));

  it("is intact according to a check, which changes nothing", async () => {
    const directory = copy();
    const found = hashesOf(directory);
    const { code, stdout } = await runHere(["check", directory]);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /the chain up to block 3/);
    assert.deepEqual(hashesOf(directory), found);
  });

  it("is repaired, including settings", async () => {
    const directory = copy();
    const file = readdirSync(directory).find((name) => name.endsWith(".ldb")) as string;
    const bytes = readFileSync(join(directory, file));
    bytes.writeUInt8(bytes.readUInt8(900) ^ 1, 900);
    writeFileSync(join(directory, file), bytes);
    const { code, stdout, stderr } = await runHere(["repair", directory]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /kept up to block 3/);
    assert.doesNotMatch(stdout, /not kept/);
    await assertUpgraded(directory);
  });

  for (const batches of [1, 4]) {
    it(`is complete if the upgrade is killed after batch ${batches}, and the next start completes it`, async () => {
      const directory = copy();
      const child = spawn(process.execPath, [upgrade, directory, `${batches}`], {
        stdio: "inherit",
      });
      const [, signal] = await once(child, "exit");
      assert.equal(signal, "SIGKILL");
      const { code, stdout } = await runHere(["check", directory]);
      assert.equal(code, 0, stdout);
      await assertUpgraded(directory);
    });
  }
});
