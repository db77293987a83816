/**
 * Creates a node in the caller's own process for integration tests: its chain is in memory, it prints
 * nothing, and any number of them can run concurrently.
 */

import { toHex } from "@tandem/primitives";
import type { Connection, Rpc, RpcServer } from "@tandem/rpc";
import { type Clock, type Logger, silentLogger } from "@tandem/runtime";
import { type Node, startLocalNode, startNode } from "./compose.js";
import { type NodeSettings, resolveSettings } from "./config/node-settings.js";
import { version } from "./version.js";

type Hex = `0x${string}`;

/** Every setting of the command line under its name in camel case, such as `gasLimit`. */
export interface CreateNodeOptions extends NodeSettings {
  /** False opens no port: requests come from this process, and over IPC if `ipc` is set. Default true. */
  readonly isListening?: boolean;
  /** Discards log lines by default. */
  readonly logger?: Logger;
  /** Receives lines that contracts print with `console.log`. */
  readonly onConsole?: (line: string) => void;
  /** The machine's clock by default. */
  readonly clock?: Clock;
}

export interface NodeAccount {
  /** The address in lower case. */
  readonly address: Hex;
  readonly privateKey: Hex;
}

export interface InProcessNode extends AsyncDisposable {
  /** @throws {Error} if the node was created with `isListening: false`. */
  readonly url: string;
  /** @throws {Error} as `url` does. */
  readonly wsUrl: string;
  readonly chainId: number;
  /** The accounts with a balance at genesis, in the order of the mnemonic. */
  readonly accounts: readonly NodeAccount[];
  /** An EIP-1193 provider without a socket. */
  readonly provider: Connection;
  /**
   * Calls a method and returns the result in its wire form.
   * @throws {RpcError}
   */
  request(method: string, params?: readonly unknown[]): Promise<unknown>;
  close(): Promise<void>;
}

/** Calls are not logged if there is no logger. */
const quiet = { calls: "off" } as const;

/** @throws {UsageError} for an unknown setting or an invalid value. */
export async function createNode(options: CreateNodeOptions = {}): Promise<InProcessNode> {
  const { isListening = true, logger = silentLogger, onConsole, clock, ...settings } = options;
  const parts = {
    ...resolveSettings({ port: 0, ...(logger === silentLogger ? quiet : {}), ...settings }),
    logger,
    version,
    isInMemory: true,
    ...(clock === undefined ? {} : { clock }),
    ...(onConsole === undefined ? {} : { onConsole }),
  };
  if (!isListening) return inProcess(await startLocalNode(parts), undefined);
  const node = await startNode(parts);
  return inProcess(node, node.rpc);
}

function inProcess(node: Node<Rpc>, server: RpcServer | undefined): InProcessNode {
  const connection = node.rpc.connect();
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= node.stop();
    return closed;
  };
  const listening = () => {
    if (server !== undefined) return server;
    throw new Error("this node has no port: it was created with isListening: false");
  };
  return {
    get url() {
      return listening().url;
    },
    get wsUrl() {
      return listening().wsUrl;
    },
    get chainId() {
      return node.spec.chainId;
    },
    accounts: node.accounts.map(({ address, privateKey }) => ({
      address: toHex(address),
      privateKey: toHex(privateKey),
    })),
    provider: connection,
    request: (method, params) => connection.request(method, params),
    close,
    [Symbol.asyncDispose]: close,
  };
}
