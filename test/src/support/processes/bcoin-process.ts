/** Runs bcoin, a Bitcoin node in JavaScript, as its own process on a fresh regression-test chain. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { bitcoinRpc } from "@tandem/node";
import { patienceMs } from "../eventually.js";
import { freePort } from "./free-port.js";
import type { Tool } from "./npm-tool.js";

export const bcoinPackage = "bcoin@1.0.2";
/** The required version has no binary for current platforms. */
export const bcoinOverrides = { leveldown: "6.1.1" };

const password = "sesame";

export interface Bcoin {
  /** The URL with the password. */
  readonly url: string;
  call<T>(method: string, ...params: readonly unknown[]): Promise<T>;
  /** Starts with the same data and port as before. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The regression-test chain counts signals of a deployment in windows of so many blocks (BIP-9). */
export const usualWindow = 144;

/**
 * Writes a module that bcoin loads before its own. It sets the window, of whose blocks three quarters
 * must signal.
 * @returns its path.
 */
function writeWindow({ folder }: Tool, blocks: number): string {
  const path = join(folder, "window.js");
  const regtest = 'require("bcoin/lib/protocol/networks").regtest';
  const fields = { minerWindow: blocks, activationThreshold: (blocks * 3) / 4 };
  writeFileSync(path, `Object.assign(${regtest}, ${JSON.stringify(fields)});\n`);
  return path;
}

/**
 * Creates a bcoin that stores its chain in the tool's folder.
 * @param window number of blocks in which signals of a deployment are counted.
 */
export async function createBcoin(tool: Tool, window = usualWindow): Promise<Bcoin> {
  const [port, peerPort] = [await freePort(), await freePort()];
  const preload = ["--require", writeWindow(tool, window)];
  const url = `http://x:${password}@127.0.0.1:${port}/`;
  const rpc = bitcoinRpc(url);
  let child: ChildProcess | undefined;
  return {
    url,
    call: async <T>(method: string, ...params: readonly unknown[]) =>
      (await rpc.call(method, params)) as T,
    async start() {
      child = spawn(process.execPath, [...preload, ...flags(tool, port, peerPort)], {
        cwd: tool.folder,
        stdio: ["ignore", "pipe", "pipe"],
        // bcoin reads settings from HOME.
        env: { ...process.env, HOME: tool.folder, NODE_BACKEND: "js" },
      });
      await ready(child);
    },
    async stop() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill();
      await exited;
    },
  };
}

const flags = (tool: Tool, port: number, peerPort: number) => [
  join(tool.folder, "node_modules/bcoin/bin/node"),
  "--network=regtest",
  `--prefix=${join(tool.folder, "chain")}`,
  `--http-port=${port}`,
  `--port=${peerPort}`,
  `--api-key=${password}`,
  // The node is alone: it accepts no peers, and the peer that it connects to does not exist.
  "--listen=false",
  "--only=127.0.0.1:1",
  "--no-wallet",
  "--workers=false",
  "--log-file=false",
  "--log-level=info",
];

function ready(child: ChildProcess): Promise<void> {
  let printed = "";
  child.stderr?.on("data", (chunk) => {
    printed += chunk;
  });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`bcoin was not ready in time:\n${printed}`));
    }, patienceMs);
    child.once("exit", () => {
      clearTimeout(timer);
      reject(new Error(`bcoin ended before it was ready:\n${printed}`));
    });
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).on("line", (line) => {
      printed += `${line}\n`;
      if (!line.includes("Node is loaded")) return;
      clearTimeout(timer);
      resolve();
    });
  });
}
