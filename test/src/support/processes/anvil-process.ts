/** Runs anvil from npm: another development node, to exchange states with and to fork. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { eventually } from "../eventually.js";
import { call } from "../rpc.js";
import { foundryProgram } from "./foundry-program.js";
import { freePort } from "./free-port.js";
import { installTool, type Tool } from "./npm-tool.js";

const anvilPackage = "@foundry-rs/anvil@1.7.1";
const binary = foundryProgram("anvil");

export interface AnvilProcess {
  readonly url: string;
  readonly chainId: number;
  /** Ends it like a user, with the requested dump. */
  stop(): Promise<void>;
}

/** @returns the reason why it is unavailable if the registry is unreachable. */
export const installAnvil = (): Promise<Tool | string> => installTool(anvilPackage);

export async function startAnvil(tool: Tool, flags: readonly string[] = []): Promise<AnvilProcess> {
  const port = await freePort();
  const args = ["--port", `${port}`, "--silent", "--accounts", "2", ...flags];
  const child = spawn(tool.path(binary), args, { stdio: "ignore" });
  const exited = once(child, "exit");
  const url = `http://127.0.0.1:${port}`;
  const chainId = await eventually("anvil", async () => {
    if (child.exitCode !== null) throw new Error(`anvil ended with ${child.exitCode}`);
    return call<string>(url, "eth_chainId").catch(() => undefined);
  });
  return {
    url,
    chainId: Number(chainId),
    async stop() {
      if (child.exitCode === null) child.kill("SIGINT");
      await exited;
    },
  };
}
