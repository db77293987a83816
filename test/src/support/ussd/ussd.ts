/** Runs a relay like an operator, with its own node, and a gateway that posts to it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { keySigner, prepareDemonstration } from "@tandem/ussd-relay";
import { createPublicClient, http, type PublicClient } from "viem";
import { developmentMnemonic } from "../development.js";
import { eventually } from "../eventually.js";
import { startLocalNode } from "../local-node.js";
import type { NodeProcess, RunningNode } from "../node-process.js";
import { openProxy } from "../processes/tcp-proxy.js";
import { exchange, type RawAnswer } from "../raw-http.js";
import type { Hex } from "../wire.js";

export const relayerKey = `0x${"a1".repeat(32)}` as const;
export const relayerAddress = keySigner(relayerKey).address;
export const recipient = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
export const phoneNumber = "+254700000001";

const executable = fileURLToPath(
  new URL("../../../../apps/ussd-relay/bin/ussd-relay.js", import.meta.url),
);

export interface RelayProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Returns the lines of standard output so far. */
  lines(): readonly string[];
  /** Returns the first matching line, past or future. */
  said(pattern: RegExp): Promise<string>;
  /** Returns the whole output. */
  output(): string;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * @param program a module in place of `tandem-relay`, for example of an installed package.
 * @throws with its output if it ends before it is ready.
 */
export async function startRelayProcess(
  flags: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = {},
  program = executable,
): Promise<RelayProcess> {
  const child = spawn(process.execPath, [program, "run", "--port", "0", ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, USSD_RELAY_PRIVATE_KEY: relayerKey, ...environment },
  });
  const exited = once(child, "exit");
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
    async stop(signal = "SIGTERM") {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const [code] = await exited;
      return code as number | null;
    },
  };
}

/** Runs the relay's command line to its end. */
export async function runRelay(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const child = spawn(process.execPath, [executable, ...args], {
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

export interface UssdWorld {
  readonly node: RunningNode;
  readonly relay: RelayProcess;
  readonly contract: Hex;
  readonly chain: PublicClient;
  /** Starts the relay again with the same data. */
  restartRelay(): Promise<RelayProcess>;
  /** Starts the node again with the same chain. The relay finds it at the same address. */
  restartNode(): Promise<RunningNode>;
  /** Kills the node of a world in which it is a process. */
  killNode(): Promise<void>;
  /** Returns the screen of a gateway. */
  dial(sessionId: string, text: string): Promise<string>;
  close(): Promise<void>;
}

/** Creates a folder that is removed after the test. */
export function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "tandem-ussd-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a node: in this process, or as a process if it will be killed. */
export type StartNode = (flags: readonly string[]) => Promise<RunningNode>;

const isProcess = (node: RunningNode): node is NodeProcess => "child" in node;

/** @throws {Error} for a node in this process, which cannot be killed. */
export async function killed(node: RunningNode): Promise<void> {
  if (!isProcess(node)) throw new Error("the node of this world is no process");
  await node.stop("SIGKILL");
}

/** Ends a node at the end of a test. */
export async function endNode(node: RunningNode): Promise<void> {
  if (isProcess(node)) await node.stop("SIGKILL");
  else await node.stop();
}

/** Starts a node with a data directory, a contract with funds, and a relay with a data directory. */
export async function startUssdWorld(
  nodeFlags: readonly string[] = [],
  relayFlags: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
  start: StartNode = startLocalNode,
): Promise<UssdWorld> {
  const directory = mkdtempSync(join(tmpdir(), "tandem-ussd-"));
  const kept = ["--data-dir", join(directory, "chain")];
  // The set-up must not wait for slow blocks.
  let node = nodeFlags.length > 0 ? await startLocalNode(kept) : await start(kept);
  const options = { nodeUrl: node.url, mnemonic: developmentMnemonic, relayerKey };
  const contract = await prepareDemonstration(options);
  if (nodeFlags.length > 0) {
    await node.stop();
    node = await start([...kept, ...nodeFlags]);
  }
  const proxy = await openProxy(node.url);
  const flags = [
    ...["--node-url", proxy.url, "--contract", contract],
    ...["--data-dir", join(directory, "sessions"), ...relayFlags],
  ];
  let relay = await startRelayProcess(flags, environment);
  // Every read of a height is a request to the node.
  const chain = createPublicClient({ transport: http(proxy.url), cacheTime: 0 });
  return {
    get node() {
      return node;
    },
    get relay() {
      return relay;
    },
    contract,
    chain,
    async restartRelay() {
      relay = await startRelayProcess(flags, environment);
      return relay;
    },
    async restartNode() {
      node = await start([...kept, ...nodeFlags]);
      proxy.connectTo(node.url);
      return node;
    },
    killNode: () => killed(node),
    dial: async (sessionId, text) => (await postUssd(relay.url, { sessionId, text })).body,
    async close() {
      await relay.stop("SIGKILL");
      await endNode(node);
      await proxy.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Sends a post of the gateway. Undefined fields are omitted. */
export function postUssd(
  url: string,
  fields: Readonly<Record<string, string | undefined>>,
): Promise<RawAnswer> {
  const given = Object.entries({ phoneNumber, ...fields }).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  return exchange(url, {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    chunks: [new URLSearchParams(given).toString()],
  });
}
