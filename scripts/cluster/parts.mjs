// Manages the processes of a cluster on this machine: each has a file with its output.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";

/** Milliseconds for a process to end by itself. */
const endMsMax = 15_000;

/** @param tell is called with a line when a process ends unexpectedly. */
export function createParts(folder, tell) {
  const parts = [];
  let isEnding = false;

  /** Starts a process. Ctrl-C does not reach it, so that all end in order. */
  function start({ name, command, args, at }) {
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
    assertRunning(part) {
      if (!isRunning(part)) throw new Error(`${part.name} ended; it printed to ${part.file}`);
    },
    /** Ends all processes, in the reverse order of their starts. */
    async end() {
      isEnding = true;
      for (const part of [...parts].reverse()) await endOne(part);
    },
  };
}
