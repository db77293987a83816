/**
 * Runs another development node for comparison: one installed from npm, or any command that starts
 * one. It is controlled by the methods that such nodes share, and its first account is that of the
 * common mnemonic.
 */
import { join } from "node:path";
import { foundryProgram } from "../../support/processes/foundry-program.js";
import { installTool } from "../../support/processes/npm-tool.js";
import { call } from "../../support/rpc.js";
import { chainIdOf, type StartOptions, type Subject, spawnServer } from "./subject.js";

/**
 * Package and exact version, and the path of its own binary, because launchers use memory of their
 * own.
 */
const known = {
  anvil: {
    package: "@foundry-rs/anvil@1.7.1",
    binary: foundryProgram("anvil"),
    // Its newest rules do not permit a call of 30 million gas.
    flags: "--hardfork prague --silent --port {port} --gas-limit {gasLimit}",
  },
} as const;

export const knownPeers = Object.keys(known);

export interface InstalledPeer {
  readonly subject: Subject;
  remove(): void;
}

/** @throws {Error} if there is no such peer, or npm cannot install it. */
export async function installPeer(name: string): Promise<InstalledPeer> {
  const peer = Object.entries(known).find(([one]) => one === name)?.[1];
  if (peer === undefined) throw new Error(`no peer ${name}: there are ${knownPeers.join(", ")}`);
  const tool = await installTool(peer.package);
  if (typeof tool === "string") throw new Error(tool);
  process.once("exit", tool.remove);
  // It writes gigabytes of states, by default to the user's home, where a killed one leaves them.
  const states = `--cache-path '${join(tool.folder, "states")}'`;
  const subject = peerOf(name, `'${tool.path(peer.binary)}' ${peer.flags} ${states}`);
  return { subject, remove: tool.remove };
}

/** @param template a command line with `{port}` and `{gasLimit}`. */
export const peerOf = (name: string, template: string): Subject => ({
  name,
  isOurs: false,
  async start(options) {
    const { mining } = options;
    const spawned = await spawnServer((port) => {
      const line = template
        .replaceAll("{port}", String(port))
        .replaceAll("{gasLimit}", String(options.gasLimit));
      return ["/bin/sh", "-c", `exec ${line}`];
    });
    const url = `http://127.0.0.1:${spawned.port}`;
    try {
      await setMining(url, options);
      return { ...spawned, name, isOurs: false, mining, url, chainId: await chainIdOf(url) };
    } catch (error) {
      await spawned.stop();
      throw error;
    }
  },
});

async function setMining(url: string, { mining, intervalMs = 1_000 }: StartOptions) {
  if (mining === "auto") return;
  await call(url, "evm_setAutomine", [false]);
  if (mining === "manual") return;
  const version = await call<string>(url, "web3_clientVersion");
  const countsMs = version.startsWith("HardhatNetwork");
  await call(url, "evm_setIntervalMining", [countsMs ? intervalMs : Math.ceil(intervalMs / 1_000)]);
}
