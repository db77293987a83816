/** Runs the relay like an operator: in this process, as a process, or a command to its end. */
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { keySigner, main, resolveConfig, startRelay } from "@tandem/ussd-relay";
import { eventually } from "../eventually.js";
import { type Ended, stopOf } from "../processes/executable.js";
import { runInProcess } from "../processes/in-process.js";

export const relayerKey = `0x${"a1".repeat(32)}` as const;
export const relayerAddress = keySigner(relayerKey).address;

export const relayExecutable = fileURLToPath(
  new URL("../../../../apps/ussd-relay/bin/ussd-relay.js", import.meta.url),
);

/** Variables of the relay's environment; undefined ones are unset. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface RunningRelay {
  readonly url: string;
  /** Returns the lines of events so far. */
  lines(): readonly string[];
  /** Returns the first matching line, past or future. */
  said(pattern: RegExp): Promise<string>;
  /** Returns all lines, problems included. */
  output(): string;
  /** Stops it in an orderly way. @returns the exit code of a relay that is a process, else 0. */
  stop(): Promise<number | null>;
}

export interface RelayProcess extends RunningRelay {
  readonly child: ChildProcess;
  /** Ends it with a signal and waits for its exit code; null if a signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts a relay: in this process, or as a process if it is killed or gets a signal. */
export type StartRelay<R extends RunningRelay = RunningRelay> = (
  flags: readonly string[],
  environment?: Environment,
) => Promise<R>;

const variablesOf = (environment: Environment): Environment => ({
  USSD_RELAY_PRIVATE_KEY: relayerKey,
  ...environment,
});

/** Starts a relay in this process. @throws what `tandem-relay run` reports. */
export async function startLocalRelay(
  flags: readonly string[],
  environment: Environment = {},
): Promise<RunningRelay> {
  const [lines, problems]: [string[], string[]] = [[], []];
  const config = resolveConfig(["--port", "0", ...flags], variablesOf(environment));
  const relay = await startRelay(config, {
    info: (line) => lines.push(line),
    warn: (line) => problems.push(line),
  });
  let stopped: Promise<number> | undefined;
  return {
    url: relay.url,
    lines: () => lines,
    said: (pattern) =>
      eventually(`line ${pattern}`, () => lines.find((line) => pattern.test(line))),
    output: () => [...lines, ...problems].join("\n"),
    stop() {
      stopped ??= relay.stop().then(() => 0);
      return stopped;
    },
  };
}

/** Ends a relay at the end of a test. */
export async function endRelay(relay: RunningRelay): Promise<void> {
  if ("child" in relay) await (relay as RelayProcess).stop("SIGKILL");
  else await relay.stop();
}

/**
 * @param program a module in place of `tandem-relay`, for example of an installed package.
 * @throws with its output if it ends before it is ready.
 */
export async function startRelayProcess(
  flags: readonly string[],
  environment: Environment = {},
  program = relayExecutable,
): Promise<RelayProcess> {
  const child = spawn(process.execPath, [program, "run", "--port", "0", ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...variablesOf(environment) },
  });
  const stop = stopOf(child);
  const lines: string[] = [];
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  const output = () => `${lines.join("\n")}\n${errors}`;
  const said = (pattern: RegExp) =>
    eventually(`line ${pattern}`, () => {
      const found = lines.find((line) => pattern.test(line));
      if (found === undefined && child.exitCode !== null) {
        throw new Error(`the relay ended:\n${output()}`);
      }
      return found;
    });
  const ready = await said(/^Ready: POST /);
  return {
    url: ready.slice("Ready: POST ".length),
    child,
    lines: () => lines,
    said,
    output,
    stop,
  };
}

/** Runs the relay's command line to its end in this process, with variables of its environment. */
export const runRelay = (
  args: readonly string[],
  environment?: Readonly<Record<string, string>>,
): Promise<Ended> => runInProcess((streams) => main(args, streams), undefined, environment);
