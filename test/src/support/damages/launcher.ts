/** Starts the nodes and commands of a case: in processes of their own, or at less cost in this one. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { patienceMs } from "../eventually.js";
import { runHere, startLocalNode } from "../local-node.js";
import { executable } from "../node-process.js";
import { sceneFlags } from "./scene.js";

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

export interface Started {
  readonly url: string;
  readonly output: () => string;
  readonly stop: () => Promise<Ended>;
}

export interface Launcher {
  /** Runs a command to its end. */
  run(args: readonly string[]): Promise<Ended>;
  /** Runs a node. Returns its end if it ends before it is ready. */
  start(directory: string): Promise<Started | Ended>;
}

const runFlags = (directory: string) => [
  ...["run", "--port", "0", "--log-format", "json"],
  ...sceneFlags(directory),
];

function launch(args: readonly string[]) {
  const child = spawn(process.execPath, [executable, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  // A process that neither starts nor ends counts as hung.
  const timer = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  const ended = once(child, "close").then(([code, signal]): Ended => {
    clearTimeout(timer);
    return { code, signal, output };
  });
  return { child, output: () => output, ended };
}

export const inProcesses: Launcher = {
  run: (args) => launch(args).ended,
  async start(directory) {
    const { child, output, ended } = launch(runFlags(directory));
    const ready = new Promise<string>((resolve) => {
      createInterface({ input: child.stdout }).on("line", (line) => {
        if (!line.startsWith("{")) return;
        const { msg, url } = JSON.parse(line);
        if (msg === "ready") resolve(url);
      });
    });
    const first = await Promise.race([ready, ended]);
    if (typeof first !== "string") return first;
    const stop = () => {
      child.kill("SIGTERM");
      return ended;
    };
    return { url: first, output, stop };
  },
};

async function runInThis(args: readonly string[]): Promise<Ended> {
  const { code, stdout, stderr } = await runHere(args);
  return { code, signal: null, output: `${stdout}${stderr}` };
}

/** Runs one case at a time: a command changes the file mode mask of the process while it runs. */
export const inThisProcess: Launcher = {
  run: runInThis,
  async start(directory) {
    const node = await startLocalNode(sceneFlags(directory)).catch(() => undefined);
    // The command line says why the node does not start, as it did not change anything.
    if (node === undefined) return runInThis(runFlags(directory));
    const { url, output } = node;
    const stop = async () => ({ code: await node.stop(), signal: null, output: output() });
    return { url, output, stop };
  },
};
