/** Tests that a test run detects what a test left behind. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";

const script = new URL("../../../scripts/left-behind.mjs", import.meta.url).href;
const { foldersLeft, processesLeft } = (await import(script)) as {
  foldersLeft(temporary: string): string[];
  processesLeft(temporary: string, patienceMs?: number): Promise<string[]>;
};
const folder = mkdtempSync(join(tmpdir(), "tandem-left-"));
after(() => rmSync(folder, { recursive: true }));

it("names the remaining folders of the project", () => {
  mkdirSync(join(folder, "tandem-one"));
  mkdirSync(join(folder, "another"));
  assert.deepEqual(foldersLeft(folder), ["tandem-one"]);
});

const noProc = process.platform !== "linux" && "needs /proc";
it("names a remaining process, and waits for one that ends", { skip: noProc }, async () => {
  const env = { ...process.env, TMPDIR: folder };
  const child = spawn("cat", { env, stdio: ["pipe", "pipe", "ignore"] });
  // After its answer its command and its environment are its own.
  child.stdin.write("ready");
  await once(child.stdout, "data");
  assert.deepEqual(await processesLeft(folder, 0), [`${child.pid} cat`]);
  child.stdin.end();
  assert.deepEqual(await processesLeft(folder), []);
});
