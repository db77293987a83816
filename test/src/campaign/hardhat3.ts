/** Runs a Hardhat 3 project from npm against a node. Hardhat 3 itself requires Node 22. */
import { execFile } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { messageOf } from "@tandem/runtime";
import { patienceMs } from "../support/eventually.js";
import { startLocalNode } from "../support/local-node.js";
import { installNode, nodeVersions } from "../support/processes/node-binary.js";
import { installTool, type Tool } from "../support/processes/npm-tool.js";
import { type Campaign, endOf } from "./campaign.js";

const packages = [
  "hardhat@3.18.0",
  // npm omits this binary if the installing Node is too old for it.
  `@nomicfoundation/edr-${process.platform}-${process.arch}-gnu@0.22.0`,
  "@nomicfoundation/hardhat-ethers@4.2.0",
  "@nomicfoundation/hardhat-ethers-chai-matchers@3.0.11",
  "@nomicfoundation/hardhat-mocha@3.1.0",
  "@nomicfoundation/hardhat-network-helpers@3.0.11",
  "ethers@6.17.0",
  "chai@6.3.0",
  "mocha@11.8.0",
  "solc@0.8.28",
];
const testFolder = fileURLToPath(new URL("../../", import.meta.url));

/** Runs the suite. @throws with Hardhat's output if a test fails. */
async function runSuite(tool: Tool, runtime: string): Promise<void> {
  cpSync(join(testFolder, "hardhat3"), tool.folder, { recursive: true });
  mkdirSync(join(tool.folder, "contracts"));
  copyFileSync(join(testFolder, "hardhat/Suite.sol"), join(tool.folder, "contracts/Suite.sol"));
  writeFileSync(join(tool.folder, "package.json"), '{"private":true,"type":"module"}');
  const node = await startLocalNode(["--compat", "hardhat"]);
  try {
    const program = tool.path("hardhat/dist/src/cli.js");
    const args = [program, "test", "mocha", "--network", "localhost"];
    const { stdout } = await promisify(execFile)(runtime, args, {
      cwd: tool.folder,
      timeout: patienceMs,
      env: {
        ...process.env,
        NODE_URL: node.url,
        HOME: join(tool.folder, "home"),
        HARDHAT_DISABLE_TELEMETRY_PROMPT: "true",
      },
    }).catch((error: Error & { readonly stdout?: string; readonly stderr?: string }) => {
      throw new Error(`${error.stdout}${error.stderr}${error.message}`);
    });
    if (!/^ {2}[1-9]\d* passing/m.test(stdout)) throw new Error(stdout);
  } finally {
    await node.stop();
  }
}

export const hardhat3: Campaign = {
  about: `a project of Hardhat 3 from npm, on Node ${nodeVersions[0]}`,
  unit: "rounds",
  standard: { rounds: 3 },
  seed: 1,
  async run(options) {
    const isOver = endOf(options);
    let [rounds, failed] = [0, 0];
    const binary = await installNode(nodeVersions[0]);
    if (typeof binary === "string") throw new Error(binary);
    try {
      for (; rounds === 0 || !isOver(rounds); rounds++) {
        const tool = await installTool(packages.join(" "));
        if (typeof tool === "string") throw new Error(tool);
        try {
          await runSuite(tool, binary.path);
        } catch (error) {
          failed++;
          process.stdout.write(`a round failed: ${messageOf(error)}\n`);
        } finally {
          tool.remove();
        }
      }
      return { rounds, failed };
    } finally {
      binary.remove();
    }
  },
};
