/** Tests that a test run detects what a test left behind, and leaves nothing behind itself. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";

const script = new URL("../../../scripts/left-behind.mjs", import.meta.url).href;
const { leftBehind, processesLeft } = (await import(script)) as {
  leftBehind(temporary: string): Promise<{ folders: string[]; processes: string[] }>;
  processesLeft(temporary: string, patienceMs?: number): Promise<string[]>;
};
const folder = mkdtempSync(join(tmpdir(), "tandem-left-"));
after(() => rmSync(folder, { recursive: true }));

it("names the remaining folders of the project", async () => {
  mkdirSync(join(folder, "tandem-one"));
  mkdirSync(join(folder, "another"));
  assert.deepEqual((await leftBehind(folder)).folders, ["tandem-one"]);
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

it("names no folder that a process removes as it ends", { skip: noProc }, async () => {
  const place = join(folder, "place");
  mkdirSync(place);
  const program = 'mkdir "$TMPDIR/tandem-late"; echo made; read line; rmdir "$TMPDIR/tandem-late"';
  const child = spawn("sh", ["-c", program], { env: { ...process.env, TMPDIR: place } });
  await once(child.stdout, "data");
  child.stdin.end("\n");
  assert.deepEqual(await leftBehind(place), { folders: [], processes: [] });
});

for (const signal of ["SIGINT", "SIGTERM", undefined] as const) {
  it(`removes the folder of a run that ends ${signal === undefined ? "by itself" : `by ${signal}`}`, async () => {
    const maker = new URL("../../../scripts/run-folder.mjs", import.meta.url).href;
    const program = `
      import { mkdirSync } from "node:fs";
      import { makeRunFolder } from ${JSON.stringify(maker)};
      const folder = makeRunFolder();
      mkdirSync(folder + "/tandem-of-a-killed-node");
      console.log(folder);
      process.stdin.resume();`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", program]);
    const [made] = await once(child.stdout, "data");
    const path = String(made).trim();
    assert.ok(existsSync(path));
    const ended = once(child, "close");
    if (signal === undefined) child.stdin.end();
    else child.kill(signal);
    const [code] = await ended;
    assert.equal(code, signal === undefined ? 0 : signal === "SIGINT" ? 130 : 143);
    assert.ok(!existsSync(path));
  });
}
