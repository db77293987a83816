/** Tests web3.js 4 from npm: its own calls, sends from an account of the node, and its events. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { patienceMs } from "../support/eventually.js";
import { startLocalNode } from "../support/local-node.js";
import { installTool } from "../support/processes/npm-tool.js";
import { call } from "../support/rpc.js";
import { notesAddress, notesCode } from "../support/scenes/notes.js";

const session = fileURLToPath(new URL("../../web3/session.cjs", import.meta.url));

it("serves web3.js over connections that close and over a WebSocket", async (t) => {
  const tool = await installTool("web3@4.16.0");
  if (typeof tool === "string") return t.skip(tool);
  t.after(tool.remove);
  const node = await startLocalNode(["--compat", "hardhat"]);
  t.after(() => node.stop());
  await call(node.url, "anvil_setCode", [notesAddress, notesCode]);
  const copy = join(tool.folder, "session.cjs");
  copyFileSync(session, copy);
  const { stdout } = await promisify(execFile)(process.execPath, [copy], {
    timeout: patienceMs,
    env: { ...process.env, NODE_HTTP: node.url, NODE_WS: node.wsUrl, NOTES: notesAddress },
  });
  assert.equal(stdout, "all of it\n");
});
