// Manages the processes of a cluster on this machine: each has a file with its output.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds for a process to end by itself. */
const endMsMax = 15_000;
/** Milliseconds for a process to be ready, and between two looks whether it is. */
const readyMsMax = 120_000;
const betweenLooksMs = 100;
/** The lines of a process that ended which are shown. */
const linesShown = 5;

const lastLines = (file) => readFileSync(file, "utf8").trimEnd().split("\n").slice(-linesShown);

/** @param tell is called with a line when a process ends unexpectedly. */
export function createParts(folder, tell) {
  const parts = [];
  let isEnding = false;

  /** Starts a process. Ctrl-C does not reach it, so that all end in order. */
  function start({ name, command, args, at }) {
    if (isEnding) throw new Error(`${name} is not started any more`);
    const file = join(folder, `${name}.log`);
    const output = openSync(file, "a");
    const child = spawn(command, args, { stdio: ["ignore", output, output], detached: true });
    closeSync(output);
    const ended = once(child, "exit").catch(() => []);
    const part = { name, command, args, at, file, child, ended };
    parts.push(part);
    void ended.then(([code, signal]) => {
      if (isEnding) return;
      const again = [command, ...args].map((word) =>
        /[^\w@%+=:,./-]/.test(word) ? `'${word}'` : word,
      );
      tell(`${name} ended (${signal ?? `code ${code}`}). To start it again:\n  ${again.join(" ")}`);
    });
    return part;
  }

  const isRunning = ({ child }) => child.exitCode === null && child.signalCode === null;

  /**
   * Waits until a process is ready.
   * @param condition is evaluated again if it fails.
   * @throws {Error} if the process has ended, with its last lines, or is not ready in time.
   */
  async function ready(part, condition) {
    const endMs = performance.now() + readyMsMax;
    let cause;
    while (performance.now() < endMs) {
      if (!isRunning(part)) {
        throw new Error(
          [`${part.name} ended. It printed last:`, ...lastLines(part.file)].join("\n"),
        );
      }
      try {
        if (await condition()) return;
      } catch (error) {
        cause = error;
      }
      await pause(betweenLooksMs);
    }
    throw new Error(`${part.name} is not ready in time`, { cause });
  }

  async function endOne(part) {
    if (!isRunning(part)) return;
    // A suspended process would not handle the signal.
    part.child.kill("SIGCONT");
    part.child.kill("SIGTERM");
    const timer = setTimeout(() => part.child.kill("SIGKILL"), endMsMax);
    await part.ended;
    clearTimeout(timer);
  }

  return {
    start,
    list: () => parts,
    ready,
    /** Ends all processes, in the reverse order of their starts. */
    async end() {
      isEnding = true;
      for (const part of [...parts].reverse()) await endOne(part);
    },
  };
}
