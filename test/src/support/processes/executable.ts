/** Runs an executable to its end, and stops or suspends one that runs. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { eventually } from "../eventually.js";

/** The exit code, null if a signal ended the process, and what it printed. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script of Node to its end. */
export async function runToEnd(
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, "close");
  return { code: code as number | null, stdout, stderr };
}

/** Ends a process with a signal, if it runs, and waits for its exit code; null if a signal ended it. */
export type Stop = (signal?: NodeJS.Signals) => Promise<number | null>;

/** Returns the function that stops a process; must be called while it runs. */
export function stopOf(child: ChildProcess): Stop {
  const exited = once(child, "exit");
  return async (signal = "SIGTERM") => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const [code] = await exited;
    return code as number | null;
  };
}

/**
 * Suspends a process until it gets SIGCONT, and waits until none of its threads runs: on a busy machine the others go on
 * until the one that takes the signal has a processor.
 */
export async function suspend(pid: number): Promise<void> {
  process.kill(pid, "SIGSTOP");
  if (process.platform !== "linux") return;
  const tasks = `/proc/${pid}/task`;
  // The state of a thread follows its name, which is in parentheses (proc(5)). One that ended meanwhile has none.
  const isStopped = async (task: string) =>
    /\) T [^)]*$/.test(await readFile(`${tasks}/${task}/stat`, "utf8").catch(() => ""));
  await eventually("suspended process", async () =>
    (await Promise.all(readdirSync(tasks).map(isStopped))).every(Boolean),
  );
}
