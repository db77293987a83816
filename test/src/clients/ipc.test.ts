/** Tests that ethers and Foundry's `cast` use a node over IPC; docs/clients.md shows viem. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { createNode } from "@tandem/node";
import { IpcSocketProvider } from "ethers";
import { developmentAccount, send } from "../support/development.js";
import { runHere, startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { foundryProgram } from "../support/processes/foundry-program.js";
import { installTool } from "../support/processes/npm-tool.js";
import { call } from "../support/rpc.js";

/** Mines blocks until a client hears of one: it may subscribe after the first ones. */
async function mineUntil<T>(url: string, heard: Promise<T>): Promise<T> {
  let isHeard = false;
  const ended = heard.finally(() => {
    isHeard = true;
  });
  while (!isHeard) await call(url, "evm_mine");
  return ended;
}

const castPackage = "@foundry-rs/cast@1.7.1";
const skip = process.platform === "win32" ? "sockets have no path there" : false;
const to = `0x${"99".repeat(20)}` as const;

for (const flags of [[], ["--readers", "1"], ["--server", "node"]]) {
  describe(`IPC of a node with ${flags.join(" ") || "no other flag"}`, { skip }, () => {
    const folder = mkdtempSync(join(tmpdir(), "ipc-"));
    const path = join(folder, "node.ipc");
    let node: RunningNode;
    before(async () => {
      node = await startLocalNode(["--ipc", path, ...flags]);
      await send(node.url, developmentAccount(0), { to, value: 7n });
    });
    after(async () => {
      await node.stop();
      rmSync(folder, { recursive: true });
    });

    it("serves ethers, which sends a line for each message", async () => {
      const provider = new IpcSocketProvider(path);
      assert.equal((await provider.getNetwork()).chainId, 31n);
      assert.equal(await provider.getBalance(to), 7n);
      const heard = new Promise<number>((resolve) => void provider.once("block", resolve));
      assert.ok((await mineUntil(node.url, heard)) > 1);
      // It has unsubscribed once what it sent later is answered.
      await provider.send("eth_chainId", []);
      await provider.destroy();
    });

    it("serves cast", async (t) => {
      const tool = await installTool(castPackage);
      if (typeof tool === "string") return t.skip(tool);
      t.after(tool.remove);
      const program = tool.path(foundryProgram("cast"));
      const { stdout } = await promisify(execFile)(program, ["balance", to, "--rpc-url", path]);
      assert.equal(stdout.trim(), "7");
    });
  });
}

it("a path that no socket can have is a wrong setting, and one that is in use is not", {
  skip,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "ipc-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const started = (ipc: string) => runHere(["run", "--port", "0", "--silent", "--ipc", ipc]);
  const missing = join(folder, "none", "node.ipc");
  const wrong = await started(missing);
  assert.deepEqual(
    [wrong.code, wrong.stderr],
    [
      2,
      `tandem: --ipc: cannot listen on ${missing}: its folder does not exist, or this user may not write to it\n`,
    ],
  );
  const ipc = join(folder, "node.ipc");
  const node = await createNode({ isListening: false, ipc });
  t.after(() => node.close());
  const second = await started(ipc);
  assert.equal(second.code, 1);
  assert.match(second.stderr, /^tandem: cannot listen on .*: another process listens on it\n$/);
});

it("a node in the process of its test that listens on no port answers over IPC", {
  skip,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "ipc-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const ipc = join(folder, "node.ipc");
  const node = await createNode({ isListening: false, ipc });
  const provider = new IpcSocketProvider(ipc);
  assert.equal(await provider.send("eth_chainId", []), "0x1f");
  await provider.destroy();
  await node.close();
  assert.equal(existsSync(ipc), false);
});
