/**
 * Tests a program with a node in a thread, as the plugins of test tools start it, and with one of its own: what its
 * threads load, and its end.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";

const start = new URL("../../../apps/test-tools/dist/thread/start.js", import.meta.url);
const nodeModule = import.meta.resolve("@tandem/node");

it("ends a program at once that calls process.exit, as Hardhat does, without an error; threads have not loaded again what its command loads first", async () => {
  // `hardhat run` has the process load Hardhat so, and each thread would load the project too.
  const preload = `import { isMainThread } from "node:worker_threads"; if (!isMainThread) console.log("loaded")`;
  const program = `
    import { startNodeThread } from ${JSON.stringify(start)};
    import { createNode } from ${JSON.stringify(nodeModule)};
    const options = { seed: 1, compat: "hardhat", buildInfo: ["nowhere"] };
    const node = await startNodeThread(options, () => {});
    console.log(await node.request("eth_chainId", []));
    const own = await createNode({ ...options, server: "node" });
    for (const one of [node, own]) {
      await one.request("eth_call", [{ data: "0xfe" }]).catch(({ message }) => console.log(message));
    }
    const tracer = "{ result: () => 'traced', fault: () => null }";
    console.log(await own.request("debug_traceCall", [{}, "latest", { tracer }]));
    process.exit(7);`;
  const failure = "VM Exception while processing transaction: invalid opcode";
  const told = ["0x7a69", failure, `Error: ${failure}`, "traced"];
  const folder = mkdtempSync(join(tmpdir(), "thread-exit-"));
  const file = join(folder, "program.mjs");
  writeFileSync(file, program);
  const ended = await new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    const flags = ["--import", `data:text/javascript,${encodeURIComponent(preload)}`];
    execFile(process.execPath, [...flags, file], (error, stdout, stderr) => {
      resolve({ code: error?.code, stdout, stderr });
    });
  });
  rmSync(folder, { recursive: true });
  assert.deepEqual(ended, {
    code: 7,
    stdout: `${told.join("\n")}\n`,
    stderr: "",
  });
});
