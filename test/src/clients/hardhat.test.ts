/** Tests the project of docs/hardhat.md, and a suite of common uses, with Hardhat 2 from npm. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createNode, type InProcessNode } from "@tandem/node";
import { patienceMs } from "../support/eventually.js";
import { snippetsOf } from "../support/guide.js";
import { installTool, type Tool } from "../support/processes/npm-tool.js";

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
 * Hardhat downloads a compiler; without a network it uses its own, of npm. Its own timeout of
 * requests, 40 s, ends a test on a busy machine. There a client may also be suspended for ten
 * seconds, after which the node closes an idle connection; Hardhat would use it nevertheless, and
 * not retry.
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
const { networks } = module.exports;
for (const network of Object.values(networks)) {
  network.timeout = ${patienceMs};
  network.httpHeaders = { connection: "close" };
}
// By this name Hardhat does not know its own network: it estimates the gas of every transaction.
networks.another = networks.localhost;
`;

const hardhat = await installTool(packages.join(" "));
const run = promisify(execFile);

/** Contracts and tests in addition to those of the page. */
const suite = fileURLToPath(new URL("../../hardhat/", import.meta.url));
const suiteFiles = { "Suite.sol": "contracts/Suite.sol", "suite.cjs": "test/suite.cjs" };

describe("a Hardhat project", { skip: typeof hardhat === "string" ? hardhat : false }, () => {
  const tool = hardhat as Tool;
  let node: InProcessNode;
  before(async () => {
    node = await createNode({ compat: "hardhat" });
    for (const { file, text } of snippetsOf(page)) {
      if (file === undefined) continue;
      const path = join(tool.folder, file);
      mkdirSync(dirname(path), { recursive: true });
      const config = file === "hardhat.config.js" ? offline : "";
      writeFileSync(path, text.replaceAll("http://127.0.0.1:8545", node.url) + config);
    }
    for (const [from, to] of Object.entries(suiteFiles)) {
      copyFileSync(join(suite, from), join(tool.folder, to));
    }
  });
  after(async () => {
    await node?.close();
    tool.remove();
  });

  /** Runs the tests of files, and checks that each of them passes. */
  async function passes(args: readonly string[], texts: readonly string[]): Promise<void> {
    const env = { ...process.env, HARDHAT_DISABLE_TELEMETRY_PROMPT: "true", NODE_ENV: "test" };
    const command = join(tool.path(".bin"), "hardhat");
    const { stdout } = await run(command, ["test", ...args], { cwd: tool.folder, env });
    const tests = texts.flatMap((text) => text.match(/^ {2}it\(/gm) ?? []).length;
    assert.ok(tests > 0);
    assert.match(stdout, new RegExp(`^ {2}${tests} passing`, "m"));
    assert.doesNotMatch(stdout, /failing|pending/);
  }

  it("passes on the network localhost with the node's accounts", async () => {
    const steps = snippetsOf(page).filter(({ step }) => step === "test");
    assert.deepEqual(
      steps.map(({ text }) => text),
      ["npx hardhat test\n"],
    );
    const ownTests = readFileSync(join(suite, "suite.cjs"), "utf8");
    await passes([], [textOf("test/Lock.js"), ownTests]);
  });

  it("passes on a network of another name, where the gas of all transactions is estimated", async () => {
    const ownTests = readFileSync(join(suite, "suite.cjs"), "utf8");
    await passes(["--no-compile", "--network", "another", "test/suite.cjs"], [ownTests]);
  });
});

const textOf = (name: string) => snippetsOf(page).find(({ file }) => file === name)?.text ?? "";
