/** Tests what a node prints at its start: by `npm start` in a clone that is set up, and by the program itself. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** @returns the output until it is ready. */
async function start(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  // It has its own process group, because npm does not pass on signals.
  const child = spawn(command, args, { cwd: root, detached: true, env });
  const exited = once(child, "exit");
  let output = "";
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      output += chunk;
      if (output.includes("Ready.")) resolve();
    });
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    child.once("exit", () => reject(new Error(`the node ended:\n${output}`)));
  });
  process.kill(-(child.pid as number), "SIGTERM");
  await exited;
  return output;
}

describe("npm start", () => {
  it("prints accounts, keys, addresses and the chain", async () => {
    const printed = await start("npm", ["start", "--", "--port", "0"]);
    assert.match(printed, /0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/);
    assert.match(printed, /0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80/);
    assert.equal(printed.match(/\) {2}0x[0-9a-fA-F]{40}$/gm)?.length, 10);
    assert.equal(printed.match(/\) {2}0x[0-9a-f]{64}$/gm)?.length, 10);
    assert.match(printed, /^Head +block 0, .* old$/m);
    assert.match(
      printed,
      /^Try next +npm start -- status --url http:\/\/127\.0\.0\.1:\d+, npm start -- help$/m,
    );
    assert.match(printed, /http:\/\/127\.0\.0\.1:\d+/);
    assert.match(printed, /ws:\/\/127\.0\.0\.1:\d+/);
    assert.match(printed, /id 31 \(0x1f\)/);
  });
});

describe("tandem", () => {
  const { npm_command: _, ...outsideNpm } = process.env;
  const program = [join(root, "apps/node/bin/tandem.js"), "--port", "0"];

  it("names further commands as a shell finds them, also where npx has started it", async () => {
    const plain = await start(process.execPath, program, outsideNpm);
    assert.match(plain, /^Try next +tandem status --url \S+, tandem help$/m);
    const byNpx = await start(process.execPath, program, { ...outsideNpm, npm_command: "exec" });
    assert.match(byNpx, /^Try next +npx tandem status --url \S+, npx tandem help$/m);
  });
});
