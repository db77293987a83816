/** Tests commands whose output cannot be written: the disk is full, or the reader is gone. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { eventually } from "../support/eventually.js";
import { startLocalNode } from "../support/local-node.js";
import { executable } from "../support/node-process.js";
import { atEndSignal } from "../support/processes/at-end-signal.js";
import { freePort } from "../support/processes/free-port.js";
import { call } from "../support/rpc.js";
import { callAll } from "../support/rpc-batch.js";
import { relayExecutable } from "../support/ussd/relay.js";

const folder = mkdtempSync(join(tmpdir(), "tandem-lost-output-"));
after(() => rmSync(folder, { recursive: true }));

/** Every write to this device fails, as on a full disk. */
const fullDevice = "/dev/full";

describe("a node whose log cannot be written", { skip: !existsSync(fullDevice) }, () => {
  it("serves, and stops in order", async () => {
    const port = await freePort();
    const state = join(folder, "state.json");
    const full = openSync(fullDevice, "w");
    const args = ["run", "--port", `${port}`, "--in-memory", "--dump-state", state];
    const child = spawn(process.execPath, [executable, ...args], { stdio: ["ignore", full, full] });
    closeSync(full);
    const forget = atEndSignal(() => child.kill("SIGKILL"));
    const exited = once(child, "exit");
    const url = `http://127.0.0.1:${port}`;
    await eventually("node", async () => {
      assert.equal(child.exitCode, null, "the node has ended");
      return call(url, "evm_mine").then(
        () => true,
        () => false,
      );
    });
    assert.equal(await call(url, "eth_blockNumber"), "0x1");
    child.kill("SIGTERM");
    assert.deepEqual(await exited, [0, null]);
    forget();
    assert.ok(existsSync(state), "the state was dumped");
  });
});

describe("a node whose log is not read", () => {
  it("ends though lines wait for the reader", async () => {
    const port = await freePort();
    const args = ["run", "--port", `${port}`, "--in-memory", "--calls", "all"];
    const child = spawn(process.execPath, [executable, ...args], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const forget = atEndSignal(() => child.kill("SIGKILL"));
    const exited = once(child, "exit");
    const url = `http://127.0.0.1:${port}`;
    await eventually("node", () => call(url, "eth_chainId").catch(() => undefined));
    // More lines than the pipe between the processes and the buffer of this one have room for.
    for (let i = 0; i < 20; i++) await callAll(url, Array(200).fill({ method: "eth_chainId" }));
    child.kill("SIGTERM");
    assert.deepEqual(await exited, [0, null]);
    forget();
  });
});

describe("a check whose output is closed", () => {
  const directory = join(folder, "chain");
  before(async () => {
    const node = await startLocalNode(["--data-dir", directory]);
    await call(node.url, "evm_mine");
    await node.stop();
    for (const name of readdirSync(directory).filter((one) => /\.(ldb|log)$/.test(one))) {
      const bytes = readFileSync(join(directory, name));
      const middle = Math.floor(bytes.length / 2);
      bytes.writeUInt8(bytes.readUInt8(middle) ^ 0xff, middle);
      writeFileSync(join(directory, name), bytes);
    }
  });

  it("ends with the code of a damaged directory, and removes its temporary files", async () => {
    const temporary = join(folder, "temporary");
    mkdirSync(temporary);
    const child = spawn(process.execPath, [executable, "check", directory], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, TMPDIR: temporary },
    });
    child.stdout.destroy();
    const [code] = await once(child, "exit");
    assert.equal(code, 1);
    assert.deepEqual(readdirSync(temporary), []);
  });
});

it("a command whose output is closed keeps its exit code", async () => {
  const none = join(folder, "none.json");
  writeFileSync(none, '{ "headers": [] }');
  const child = spawn(process.execPath, [executable, "headers", "verify", none], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout.destroy();
  assert.deepEqual(await once(child, "exit"), [1, null]);
});

it("a simulation that writes files runs to its end without its output", async () => {
  const out = join(folder, "report");
  const hour = ["--set", "stop.hours=1", "--set", "warmUpHours=0"];
  const args = [executable, "simulate", "steady", ...hour, "--out", out];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  child.stderr.destroy();
  // Too short a run does not meet the expectations of the scenario.
  assert.deepEqual(await once(child, "exit"), [1, null]);
  assert.ok(existsSync(join(out, "results.json")));
});

it("a command whose output is on a full disk names the reason", {
  skip: !existsSync(fullDevice),
}, async () => {
  for (const [name, program, ...args] of [
    ["tandem", executable, "--version"],
    ["tandem", executable, "help"],
    ["tandem", executable, "run", "--help"],
    ["tandem-relay", relayExecutable, "version"],
    ["tandem-relay", relayExecutable, "--print-config"],
  ] as const) {
    const full = openSync(fullDevice, "w");
    const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", full, "pipe"] });
    closeSync(full);
    let said = "";
    child.stderr?.on("data", (chunk) => {
      said += chunk;
    });
    const [code] = await once(child, "close");
    assert.equal(said, `${name}: the output cannot be written: the disk is full\n`);
    assert.equal(code, 1);
  }
});
