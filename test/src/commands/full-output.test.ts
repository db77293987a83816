/** Tests commands and nodes whose output is a file on a full disk. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { describe, it } from "node:test";
import { eventually } from "../support/eventually.js";
import { executable } from "../support/node-process.js";
import { freePort } from "../support/processes/free-port.js";
import { relayExecutable } from "../support/ussd/relay.js";

/** Starts the executable with standard output, and standard error if requested, on a full disk. */
function startOnFullDisk(
  args: readonly string[],
  { program = executable, areErrorsLost = false } = {},
): ChildProcess {
  const full = openSync("/dev/full", "w");
  const errors = areErrorsLost ? full : "pipe";
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", full, errors] });
  closeSync(full);
  return child;
}

describe("a full disk behind the output", { skip: process.platform !== "linux" }, () => {
  it("leaves a node running", async () => {
    for (const areErrorsLost of [false, true]) {
      const port = await freePort();
      const child = startOnFullDisk(["--port", `${port}`], { areErrorsLost });
      child.stderr?.resume();
      const exited = once(child, "exit");
      const answered = eventually("health", async () => {
        if (child.exitCode !== null) return true;
        const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
        return answer?.status === 200;
      });
      await answered;
      assert.equal(child.exitCode, null);
      child.kill("SIGTERM");
      assert.deepEqual(await exited, [0, null]);
    }
  });

  it("ends another command with the reason", async () => {
    for (const [name, program, ...args] of [
      ["tandem", executable, "version"],
      ["tandem", executable, "--version"],
      ["tandem", executable, "help"],
      ["tandem-relay", relayExecutable, "version"],
    ] as const) {
      const child = startOnFullDisk(args, { program });
      let said = "";
      child.stderr?.on("data", (chunk) => {
        said += chunk;
      });
      const [code] = await once(child, "close");
      assert.equal(said, `${name}: the output cannot be written: the disk is full\n`);
      assert.equal(code, 1);
    }
  });
});
