/** Tests the project of docs/foundry.md with forge and cast from npm. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { dirname } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { createNode } from "@tandem/node";
import { snippetsOf } from "../support/guide.js";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { foundryProgram } from "../support/processes/foundry-program.js";
import { foundryStep, writeFoundryProject } from "../support/processes/foundry-project.js";
import { installTool, type Tool } from "../support/processes/npm-tool.js";
import { call } from "../support/rpc.js";

const foundry = await installTool("@foundry-rs/forge@1.7.1 @foundry-rs/cast@1.7.1");
const run = promisify(execFile);

describe("a Foundry project", { skip: typeof foundry === "string" ? foundry : false }, () => {
  const tool = foundry as Tool;
  let node: RunningNode;
  /** The shell variables that a reader keeps from one step to the next. */
  let remembered = "";
  before(async () => {
    node = await startLocalNode();
    writeFoundryProject(tool.folder, node.url);
  });
  after(async () => {
    await node?.stop();
    tool.remove();
  });

  async function shell(commands: string): Promise<string> {
    const folders = ["forge", "cast"].map((name) => dirname(tool.path(foundryProgram(name))));
    const env = { ...process.env, PATH: [...folders, process.env.PATH].join(":") };
    const script = `set -euo pipefail\n${remembered}\n${commands}`;
    return (await run("bash", ["-c", script], { cwd: tool.folder, env })).stdout;
  }

  async function step(name: string): Promise<string> {
    const commands = foundryStep(name, node.url);
    const printed = await shell(commands);
    remembered += commands
      .split("\n")
      .filter((line) => line.startsWith("export "))
      .join("\n")
      .concat("\n");
    return printed;
  }

  it("is documented with tested steps only", () => {
    const steps = snippetsOf("foundry.md").flatMap((one) => (one.step ? [one.step] : []));
    assert.deepEqual(steps, ["create", "script", "unlocked", "cast"]);
    const loose = snippetsOf("foundry.md").filter((one) => !one.step && !one.file);
    assert.deepEqual(loose, []);
  });

  it("deploys with forge create", async () => {
    const printed = await step("create");
    const address = /Deployed to: (0x[0-9a-fA-F]{40})/.exec(printed)?.[1];
    assert.ok(address, printed);
    assert.notEqual(await call(node.url, "eth_getCode", [address, "latest"]), "0x");
    const slot = await call<string>(node.url, "eth_getStorageAt", [address, "0x0", "latest"]);
    assert.equal(BigInt(slot), 5n);
  });

  it("broadcasts a script, whose transactions are all mined", async () => {
    assert.match(await step("script"), /ONCHAIN EXECUTION COMPLETE & SUCCESSFUL/);
    const sender = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
    assert.equal(await call(node.url, "eth_getTransactionCount", [sender, "latest"]), "0x4");
  });

  it("broadcasts a script without a key, if the node holds it", async () => {
    const unlocked = await createNode({ compat: "anvil" });
    try {
      const printed = await shell(foundryStep("unlocked", unlocked.url));
      assert.match(printed, /ONCHAIN EXECUTION COMPLETE & SUCCESSFUL/);
      const sender = unlocked.accounts[0]?.address;
      assert.equal(await unlocked.request("eth_getTransactionCount", [sender, "latest"]), "0x3");
    } finally {
      await unlocked.close();
    }
  });

  it("is called, sent to and inspected with cast", async () => {
    const printed = await step("cast");
    assert.match(printed, /^42$/m, "the call sees what the script did");
    assert.match(printed, /^status\s+1 \(success\)$/m);
    assert.equal(printed.match(/^- address: /gm)?.length, 3, "three events");
    assert.match(printed, /^hash\s+0x[0-9a-f]{64}$/m);
  });

  it("shows why a call reverts", async () => {
    await assert.rejects(shell("cast call $COUNTER 'increase()'"), /execution reverted: full/);
    await assert.rejects(
      shell("cast send $COUNTER 'increase()' --private-key $KEY"),
      /execution reverted: full/,
    );
  });
});
