/**
 * A node in the caller's own process, for integration tests: its chain is in memory, it prints
 * nothing, and any number of them run side by side.
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
  /** False: no socket is opened; requests come from this process alone. Default true. */
  readonly isListening?: boolean;
  /** Default: nothing is logged. */
  readonly logger?: Logger;
  /** Lines that contracts print with `console.log`. */
  readonly onConsole?: (line: string) => void;
  /** Default: the machine's. */
  readonly clock?: Clock;
}

export interface NodeAccount {
  /** Lower case. */
  readonly address: Hex;
  readonly privateKey: Hex;
}

export interface InProcessNode extends AsyncDisposable {
  /** @throws {Error} when the node was made with `isListening: false`. */
  readonly url: string;
  /** @throws as above. */
  readonly wsUrl: string;
  readonly chainId: number;
  /** With money at genesis, in the order of the mnemonic. */
  readonly accounts: readonly NodeAccount[];
  /** An EIP-1193 provider without a socket in between. */
  readonly provider: Connection;
  /** @returns the result in its wire form. @throws {RpcError} */
  request(method: string, params?: readonly unknown[]): Promise<unknown>;
  close(): Promise<void>;
}

/** Where nobody reads lines none are made. */
const quiet = { calls: "off" } as const;

/** @throws {UsageError} for a setting that does not exist or a value it cannot have. */
export async function createNode(options: CreateNodeOptions = {}): Promise<InProcessNode> {
  const { isListening = true, logger = silentLogger, onConsole, clock, ...settings } = options;
  const parts = {
    config: resolveSettings({ port: 0, ...(logger === silentLogger ? quiet : {}), ...settings }),
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
    throw new Error("this node has no socket: it was made with isListening: false");
  };
  return {
    get url() {
      return listening().url;
    },
    get wsUrl() {
      return listening().wsUrl;
    },
    chainId: node.spec.chainId,
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
