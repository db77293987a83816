/** Runs a relay like an operator, with its own node, and a gateway that posts to it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { prepareDemonstration } from "@tandem/ussd-relay";
import { createPublicClient, http, type PublicClient } from "viem";
import { developmentMnemonic } from "../development.js";
import { startLocalNode } from "../local-node.js";
import type { NodeProcess, RunningNode } from "../node-process.js";
import { openProxy } from "../processes/tcp-proxy.js";
import { exchange, type RawAnswer } from "../raw-http.js";
import type { Hex } from "../wire.js";
import {
  type Environment,
  endRelay,
  type RunningRelay,
  relayerKey,
  type StartRelay,
  startLocalRelay,
} from "./relay.js";

export const recipient = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
export const phoneNumber = "+254700000001";

export interface UssdWorld<R extends RunningRelay = RunningRelay> {
  readonly node: RunningNode;
  readonly relay: R;
  readonly contract: Hex;
  readonly chain: PublicClient;
  /** Starts the relay again with the same data. */
  restartRelay(): Promise<R>;
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

export interface UssdOptions {
  readonly nodeFlags?: readonly string[];
  readonly relayFlags?: readonly string[];
  readonly environment?: Environment;
  /** Starts the nodes; by default in this process. */
  readonly startNode?: StartNode;
}

/**
 * Starts a node with a data directory, a contract with funds, and a relay with a data directory, in
 * this process.
 */
export const startUssdWorld = (options: UssdOptions = {}): Promise<UssdWorld> =>
  startWorldWith(startLocalRelay, options);

/** Starts the same with relays of the given kind. */
export async function startWorldWith<R extends RunningRelay>(
  startRelay: StartRelay<R>,
  { nodeFlags = [], relayFlags = [], environment, startNode = startLocalNode }: UssdOptions = {},
): Promise<UssdWorld<R>> {
  const directory = mkdtempSync(join(tmpdir(), "tandem-ussd-"));
  const kept = ["--data-dir", join(directory, "chain")];
  // The set-up must not wait for slow blocks.
  let node = nodeFlags.length > 0 ? await startLocalNode(kept) : await startNode(kept);
  const options = { nodeUrl: node.url, mnemonic: developmentMnemonic, relayerKey };
  const contract = await prepareDemonstration(options);
  if (nodeFlags.length > 0) {
    await node.stop();
    node = await startNode([...kept, ...nodeFlags]);
  }
  const proxy = await openProxy(node.url);
  const flags = [
    ...["--node-url", proxy.url, "--contract", contract],
    ...["--data-dir", join(directory, "sessions"), ...relayFlags],
  ];
  let relay = await startRelay(flags, environment);
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
      relay = await startRelay(flags, environment);
      return relay;
    },
    async restartNode() {
      node = await startNode([...kept, ...nodeFlags]);
      proxy.connectTo(node.url);
      return node;
    },
    killNode: () => killed(node),
    dial: async (sessionId, text) => (await postUssd(relay.url, { sessionId, text })).body,
    async close() {
      await endRelay(relay);
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
