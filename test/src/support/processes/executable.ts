/** Runs an executable to its end, and stops one that runs. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

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
