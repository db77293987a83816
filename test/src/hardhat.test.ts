/** The project of docs/hardhat.md, run by Hardhat 2 as it comes from npm. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { patienceMs } from "./support/eventually.js";
import { snippetsOf } from "./support/guide.js";
import { type NodeProcess, startNodeProcess } from "./support/node-process.js";
import { installTool, type Tool } from "./support/processes/npm-tool.js";

const page = "hardhat.md";
const packages = [
  "hardhat@2.29.1",
  "@nomicfoundation/hardhat-ethers@3.1.3",
  "ethers@6.17.0",
  "@nomicfoundation/hardhat-network-helpers@1.1.2",
  "@nomicfoundation/hardhat-chai-matchers@2.1.2",
  "chai@4.5.0",
];

/**
 * Hardhat downloads a compiler; without a network it takes the one it has itself, of npm. Its own timeout of requests,
 * 40 s, ends a test on a machine that does much else.
 */
const offline = `
const { TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD } = require("hardhat/builtin-tasks/task-names");
const { subtask } = require("hardhat/config");
subtask(TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD, async ({ solcVersion }) => ({
  version: solcVersion,
  longVersion: solcVersion,
  compilerPath: require.resolve("solc/soljson.js"),
  isSolcJs: true,
}));
for (const network of Object.values(module.exports.networks ?? {})) network.timeout = ${patienceMs};
`;

const hardhat = await installTool(packages.join(" "));
const run = promisify(execFile);

describe("a Hardhat project", { skip: typeof hardhat === "string" ? hardhat : false }, () => {
  const tool = hardhat as Tool;
  let node: NodeProcess;
  before(async () => {
    // As the page has it.
    const now = `${Math.floor(Date.now() / 1000)}`;
    node = await startNodeProcess(["--client-version", "anvil/tandem", "--timestamp", now]);
    for (const { file, text } of snippetsOf(page)) {
      if (file === undefined) continue;
      const path = join(tool.folder, file);
      mkdirSync(dirname(path), { recursive: true });
      const config = file === "hardhat.config.js" ? offline : "";
      writeFileSync(path, text.replaceAll("http://127.0.0.1:8545", node.url) + config);
    }
  });
  after(async () => {
    await node?.stop();
    tool.remove();
  });

  it("passes its own tests: fixtures, time, impersonation, many blocks, edited state", async () => {
    const steps = snippetsOf(page).filter(({ step }) => step === "test");
    assert.deepEqual(
      steps.map(({ text }) => text),
      ["npx hardhat test\n"],
    );
    const env = { ...process.env, HARDHAT_DISABLE_TELEMETRY_PROMPT: "true", NODE_ENV: "test" };
    const command = join(tool.path(".bin"), "hardhat");
    const { stdout } = await run(command, ["test"], { cwd: tool.folder, env });
    const tests = textOf("test/Lock.js").match(/^ {2}it\(/gm)?.length ?? 0;
    assert.ok(tests > 0);
    assert.match(stdout, new RegExp(`^ {2}${tests} passing`, "m"));
    assert.doesNotMatch(stdout, /failing|pending/);
  });
});

const textOf = (name: string) => snippetsOf(page).find(({ file }) => file === name)?.text ?? "";
