/** Runs `npm test` on the other supported versions of Node. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { installNode, nodeVersions } from "../support/processes/node-binary.js";
import { type Campaign, endOf } from "./campaign.js";

const program = fileURLToPath(new URL("../../../scripts/test.mjs", import.meta.url));

/** @returns whether all tests passed. */
async function runTests(version: string, pattern: string): Promise<boolean> {
  const binary = await installNode(version);
  if (typeof binary === "string") throw new Error(binary);
  try {
    const { NODE_TEST_CONTEXT: _, PATH = "", ...others } = process.env;
    // What the tests start with npm runs on this version too: another one would be set up in between.
    const env = { ...others, PATH: `${dirname(binary.path)}${delimiter}${PATH}` };
    const args = [program, ...(pattern === "" ? [] : [pattern])];
    const child = spawn(binary.path, args, { stdio: "inherit", env });
    const [code] = await once(child, "close");
    return code === 0;
  } finally {
    binary.remove();
  }
}

export const nodeVersionTests: Campaign = {
  about: `npm test on Node ${nodeVersions.join(" and ")}, which come from npm`,
  unit: "versions",
  standard: { rounds: nodeVersions.length },
  seed: 1,
  own: { "only TEXT": "test files whose name contains this alone" },
  async run(options) {
    const isOver = endOf(options);
    let [rounds, failed] = [0, 0];
    for (const version of nodeVersions) {
      if (isOver(rounds)) break;
      process.stdout.write(`Node ${version}\n`);
      if (!(await runTests(version, String(options.own.only ?? "")))) failed++;
      rounds++;
    }
    return { rounds, failed };
  },
};
