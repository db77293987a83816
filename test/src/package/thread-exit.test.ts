/** Tests the end of a program whose node runs in a thread, as the plugins of test tools start it. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";

const start = new URL("../../../apps/test-tools/dist/thread/start.js", import.meta.url);

it("ends a program at once that calls process.exit, as Hardhat does, without an error", async () => {
  const program = `
    import { startNodeThread } from ${JSON.stringify(start)};
    const node = await startNodeThread({ seed: 1 }, () => {});
    console.log(await node.request("eth_chainId", []));
    process.exit(7);`;
  const folder = mkdtempSync(join(tmpdir(), "thread-exit-"));
  const file = join(folder, "program.mjs");
  writeFileSync(file, program);
  const ended = await new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [file], (error, stdout, stderr) => {
      resolve({ code: error?.code, stdout, stderr });
    });
  });
  rmSync(folder, { recursive: true });
  assert.deepEqual(ended, { code: 7, stdout: "0x1f\n", stderr: "" });
});
