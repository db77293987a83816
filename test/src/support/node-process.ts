/** Starts a node like a user: a process of its own, accessed only over its ports. */
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { patienceMs } from "./eventually.js";
import { atEndSignal } from "./processes/at-end-signal.js";
import { type Ended, runToEnd, stopOf } from "./processes/executable.js";

export interface RunningNode {
  readonly url: string;
  readonly wsUrl: string;
  readonly chainId: number;
  /** Returns the output so far. */
  output(): string;
  /** Stops it in an orderly way. @returns the exit code of a node that is a process, else 0. */
  stop(): Promise<number | null>;
}

export interface NodeProcess extends RunningNode {
  readonly child: ChildProcess;
  /** Ends it with a signal and waits for its exit code; null if a signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** The executable of this clone. */
export const executable = fileURLToPath(
  new URL("../../../apps/node/bin/tandem.js", import.meta.url),
);

/**
 * Starts `tandem run` on a free port with JSON log lines, from which its addresses are read.
 * @param around a command that runs the given one.
 * @param program a command in place of `tandem`, for example with another version of Node or of an
 * installed package.
 */
export async function startNodeProcess(
  flags: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
  around: readonly string[] = [],
  program: readonly string[] = [process.execPath, executable],
): Promise<NodeProcess> {
  const node = [...program, "run", "--port", "0", "--log-format", "json"];
  const [command = "", ...args] = [...around, ...node, ...flags];
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  const forget = atEndSignal(() => child.kill("SIGKILL"));
  child.once("exit", forget);
  let printed = "";
  child.stderr.on("data", (chunk) => {
    printed += chunk;
  });
  const ready = new Promise<{ url: string; wsUrl: string; chainId: number }>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`the node was not ready in time:\n${printed}`));
    }, patienceMs);
    createInterface({ input: child.stdout }).on("line", (line) => {
      printed += `${line}\n`;
      const fields = line.startsWith("{") ? JSON.parse(line) : {};
      if (fields.msg !== "ready") return;
      clearTimeout(timer);
      resolve(fields);
    });
    child.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`the node ended with code ${code} before it was ready:\n${printed}`));
    });
  });
  const { url, wsUrl, chainId } = await ready;
  const stop = stopOf(child);
  return {
    url,
    wsUrl,
    chainId,
    child,
    output: () => printed,
    stop,
  };
}

/** Runs a command of the executable to its end. */
export const runTandem = (
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> => runToEnd(executable, args, environment);
