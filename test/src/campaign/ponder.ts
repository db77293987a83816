/** Runs Ponder, an indexer from npm, against a node: it back-fills, follows new blocks, and follows reorgs. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { eventually } from "../support/eventually.js";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { freePort } from "../support/processes/free-port.js";
import { installTool, type Tool } from "../support/processes/npm-tool.js";
import { type Note, NotesStory, notesAddress } from "../support/scenes/notes.js";
import { type Campaign, endOf } from "./campaign.js";

const packages = ["ponder@0.16.10", "viem@2.48.0", "hono@4.13.19", "typescript@5.9.3"];
const project = fileURLToPath(new URL("../../ponder/", import.meta.url));

interface PonderProcess {
  readonly url: string;
  stop(): Promise<void>;
}

async function startPonder(tool: Tool, node: RunningNode): Promise<PonderProcess> {
  const port = await freePort();
  const program = tool.path("ponder/dist/esm/bin/ponder.js");
  const child = spawn(process.execPath, [program, "start", "--schema", "notes", "-p", `${port}`], {
    cwd: tool.folder,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      HOME: join(tool.folder, "home"),
      PONDER_TELEMETRY_DISABLED: "true",
      NODE_HTTP: node.url,
      NODE_WS: node.wsUrl,
      NOTES: notesAddress,
    },
  });
  const exited = once(child, "exit");
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  const isReady = eventually("readiness of Ponder", async () => {
    if (child.exitCode !== null) throw new Error(`Ponder ended with ${child.exitCode}`);
    const answer = await fetch(`${url}/ready`).catch(() => undefined);
    return answer?.status === 200;
  });
  await isReady.catch(async (error) => {
    await stop();
    throw error;
  });
  return { url, stop };
}

async function follow(tool: Tool): Promise<void> {
  const node = await startLocalNode(["--mining", "manual"]);
  try {
    const story = new NotesStory(node.url);
    await story.begin();
    const ponder = await startPonder(tool, node);
    try {
      await story.play({
        notes: async () => (await (await fetch(`${ponder.url}/notes`)).json()) as Note[],
      });
    } finally {
      await ponder.stop();
    }
  } finally {
    await node.stop();
  }
}

export const ponder: Campaign = {
  about: "Ponder, an indexer from npm: it back-fills, follows new blocks, reorgs and reverts",
  unit: "rounds",
  standard: { rounds: 3 },
  seed: 1,
  async run(options) {
    const isOver = endOf(options);
    let [rounds, failed] = [0, 0];
    for (; rounds === 0 || !isOver(rounds); rounds++) {
      const tool = await installTool(packages.join(" "));
      if (typeof tool === "string") throw new Error(tool);
      try {
        cpSync(project, tool.folder, { recursive: true });
        await follow(tool);
      } catch (error) {
        failed++;
        process.stdout.write(`a round failed: ${error instanceof Error ? error.stack : error}\n`);
      } finally {
        tool.remove();
      }
    }
    return { rounds, failed };
  },
};
