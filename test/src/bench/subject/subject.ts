/** Defines a measured subject: a node as a process, started in the same way for all. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../support/processes/free-port.js";
import { call } from "../../support/rpc.js";
import { HttpConnection } from "../generator/http-connection.js";
import { rpcRequest } from "../generator/request.js";

export interface StartOptions {
  readonly mining: "auto" | "manual" | "interval";
  /** Milliseconds between blocks, for interval mining. */
  readonly intervalMs?: number;
  readonly gasLimit: number;
  /** The directory of a durable chain. Only for our own node. */
  readonly dataDirectory?: string;
  /** Number of compute threads; none by default. Only for our own node. */
  readonly threads?: number;
  /** Further flags. Only for our own node. */
  readonly flags?: readonly string[];
}

export interface Subject {
  readonly name: string;
  readonly isOurs: boolean;
  start(options: StartOptions): Promise<RunningSubject>;
}

export interface RunningSubject {
  readonly name: string;
  readonly isOurs: boolean;
  readonly mining: StartOptions["mining"];
  readonly port: number;
  readonly url: string;
  readonly chainId: number;
  readonly pid: number;
  /** Milliseconds from spawn to the first answer. */
  readonly firstAnswerMs: number;
  stop(): Promise<void>;
}

export interface Kept {
  readonly subject: Subject;
  /** Stops everything that is still running. */
  stopAll(): Promise<void>;
}

/** Returns a subject that records what it started. */
export function keptSubject(subject: Subject): Kept {
  const started: RunningSubject[] = [];
  return {
    subject: {
      ...subject,
      async start(options) {
        const running = await subject.start(options);
        started.push(running);
        return running;
      },
    },
    async stopAll() {
      for (const running of started.splice(0)) await running.stop();
    },
  };
}

/** Maximum milliseconds for a node to answer first, and to end. */
const startMsMax = 300_000;
const stopMsMax = 300_000;
const betweenTriesMs = 1;

export const host = "127.0.0.1";

export interface Spawned {
  readonly port: number;
  readonly pid: number;
  readonly firstAnswerMs: number;
  stop(): Promise<void>;
}

/** @throws {Error} with the output of the process if it ends, or does not answer in time. */
export async function spawnServer(
  commandOf: (port: number) => readonly [command: string, ...args: string[]],
): Promise<Spawned> {
  const port = await freePort();
  const [command, ...args] = commandOf(port);
  const began = performance.now();
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"], env: envOfServer() });
  let printed = "";
  child.stderr.on("data", (chunk) => {
    printed = `${printed}${chunk}`.slice(-4_000);
  });
  // The child ends with this process in any case.
  const endWithUs = () => void child.kill("SIGTERM");
  process.once("exit", endWithUs);
  child.once("exit", () => process.removeListener("exit", endWithUs));
  const failed = new Promise<never>((_, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${command} ended with ${code}: ${printed}`)));
  });
  failed.catch(() => {});
  try {
    await Promise.race([failed, firstAnswer(port, began + startMsMax)]);
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  const firstAnswerMs = performance.now() - began;
  return { port, pid: child.pid as number, firstAnswerMs, stop: () => end(child) };
}

/**
 * Returns the environment without our variables, which are settings of the node, and without
 * certificate authorities, which Node would parse at its start.
 */
const envOfServer = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !name.startsWith("TANDEM_") && name !== "NODE_EXTRA_CA_CERTS",
    ),
  );

export const chainIdOf = async (url: string): Promise<number> =>
  Number(await call<string>(url, "eth_chainId"));

async function firstAnswer(port: number, deadline: number): Promise<void> {
  const request = rpcRequest("eth_blockNumber");
  while (performance.now() < deadline) {
    try {
      const connection = await HttpConnection.open(port);
      await connection.ask(request);
      connection.close();
      return;
    } catch {
      await pause(betweenTriesMs);
    }
  }
  throw new Error(`port ${port} gave no answer in ${startMsMax} ms`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), stopMsMax);
  await exited;
  clearTimeout(timer);
}
