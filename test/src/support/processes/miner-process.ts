/** Runs the reference miner like a user: as its own process. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { eventually } from "../eventually.js";

export interface MinerProcess {
  readonly child: ChildProcess;
  /** Returns the lines so far. */
  lines(): readonly string[];
  /** Returns the first matching line, once there is one. */
  says(pattern: RegExp): Promise<string>;
  /** Resolves to its exit code once it has ended; null if a signal ended it. */
  readonly ended: Promise<number | null>;
}

const tandem = fileURLToPath(new URL("../../../../apps/node/bin/tandem.js", import.meta.url));

/** @param start the command that starts it. */
export function startMiner(
  flags: readonly string[],
  start: readonly string[] = [tandem, "miner"],
): MinerProcess {
  const child = spawn(process.execPath, [...start, ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      printed += chunk;
    });
  }
  const lines = () => printed.split("\n").slice(0, -1);
  return {
    child,
    lines,
    ended: once(child, "close").then(([code]) => code as number | null),
    says: (pattern) =>
      eventually(`line like ${pattern} of the miner`, () =>
        lines().find((line) => pattern.test(line)),
      ),
  };
}
