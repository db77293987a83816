/** Describes the machine and the time of a measurement. */
import { execFileSync } from "node:child_process";
import { cpus, loadavg, totalmem } from "node:os";
import { fileURLToPath } from "node:url";

export interface Circumstances {
  /** The date in ISO 8601. */
  readonly date: string;
  /** Short hash, with `+` if files differ from the commit. */
  readonly commit: string;
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    readonly memoryGiB: number;
    readonly platform: string;
    readonly node: string;
    /** Number of runnable processes in the minute before. */
    readonly loadBefore: number;
  };
}

export function circumstances(): Circumstances {
  return {
    date: new Date().toISOString(),
    commit: commit(),
    machine: {
      cpu: cpus()[0]?.model ?? "unknown",
      cores: cpus().length,
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      platform: `${process.platform}-${process.arch}`,
      node: process.version,
      loadBefore: Math.round((loadavg()[0] ?? 0) * 100) / 100,
    },
  };
}

function commit(): string {
  try {
    const git = (...args: string[]) =>
      execFileSync("git", args, {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
        cwd: fileURLToPath(new URL(".", import.meta.url)),
      }).trim();
    const isChanged = git("status", "--porcelain", "--untracked-files=no") !== "";
    return `${git("rev-parse", "--short", "HEAD")}${isChanged ? "+" : ""}`;
  } catch {
    return "unknown";
  }
}
