/** Composes the server from its parts, and starts and stops it. */

import type { HeadMoved } from "@tandem/primitives";
import { hostAndPort } from "@tandem/runtime";
import type { ApiKey } from "../access/keys.js";
import type { Backend } from "../backend/backend.js";
import { defaultLimits, type Limits } from "../limits.js";
import { hostCheckFor } from "./http/hosts.js";
import { cannotListen } from "./http/listen-failure.js";
import type { Endpoint, Listen } from "./http/transport.js";
import { listenWithUws } from "./http/uws.js";
import { defaultTransport, loadUws, type Transport } from "./native-server.js";
import { RpcService } from "./rpc-service.js";
import type { RpcServiceOptions } from "./service-options.js";
import type { Connection } from "./sockets/connection.js";

export interface RpcOptions extends RpcServiceOptions {
  readonly limits?: Partial<Limits>;
}

export interface RpcServerOptions extends RpcOptions {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /**
   * The native transport by default if there is a binary for this machine, unless UWS_USE_FALLBACK=1
   * is set.
   */
  readonly transport?: Transport | undefined;
  /** Whether other threads of this process listen on the same port. */
  readonly isPortShared?: boolean | undefined;
  /** Host names, besides localhost, that a node bound to loopback accepts. */
  readonly allowedHosts?: readonly string[];
}

/** Answers threads that own sockets. */
export type PassedService = Pick<RpcService, "answerPassed" | "counts" | "keyClients" | "readPage">;

/** The service, with or without sockets. */
export interface Rpc {
  readonly service: PassedService;
  /** Opens a connection from this process, which needs no key. */
  connect(): Connection;
  /** Returns the number of open WebSockets and in-process connections. */
  sockets(): number;
  /** Returns the number of active subscriptions. */
  subscriptions(): number;
  /**
   * Replaces the valid API keys and closes WebSockets of others.
   * @throws {TypeError} if the service was opened without keys.
   */
  setApiKeys(keys: readonly (string | ApiKey)[]): void;
  /**
   * Answers new requests with another backend. Sockets, subscriptions and filters remain.
   * @param moved the change of the head that subscribers are notified of.
   * @returns a promise that resolves when the previous backend has answered its last request.
   */
  replaceBackend(backend: Backend, moved: HeadMoved): Promise<void>;
  /**
   * Answers over IPC too: on a Unix domain socket, or a named pipe of Windows, as long as the server is open.
   * @throws {Fault} `unusable-data` if the path cannot be used, or another process listens on it.
   */
  listenOnIpc(path: string): Promise<void>;
  /** Closes the server after the answers in progress, within the grace period of the limits. */
  close(): Promise<void>;
}

export interface RpcServer extends Rpc {
  readonly port: number;
  /** The URL in the form `http://host:port`. */
  readonly url: string;
  /** The URL in the form `ws://host:port`. */
  readonly wsUrl: string;
  readonly transport: Transport;
}

/** @param endpoints those that are open already. */
const rpcOf = (service: RpcService, endpoints: Endpoint[]): Rpc => ({
  service,
  connect: service.connect,
  sockets: () => service.sockets(),
  subscriptions: () => service.announcements.subscriptions.size,
  setApiKeys: (keys) => service.setApiKeys(keys),
  replaceBackend: (backend, moved) => service.replaceBackend(backend, moved),
  async listenOnIpc(path) {
    const { listenOnIpc } = await import("./ipc/ipc.js");
    endpoints.push(await listenOnIpc(service.handler, path));
  },
  close: () => service.close(endpoints),
});

/** Opens the service for this process only, without sockets. */
export const openRpc = (options: RpcOptions): Rpc =>
  rpcOf(new RpcService(options, { ...defaultLimits, ...options.limits }), []);

/** Returns the port and the URLs of a server. */
export function addressOf(host: string, port: number): Pick<RpcServer, "port" | "url" | "wsUrl"> {
  const authority = hostAndPort(host, port);
  return { port, url: `http://${authority}`, wsUrl: `ws://${authority}` };
}

/** Loads the JavaScript server only where it is used, because loading it takes about 10 ms. */
const nodeServer = async (): Promise<Listen> =>
  (await import("./http/node/node-http.js")).listenWithNode;

/**
 * Starts the service and its HTTP server.
 * @throws {Fault} `unusable-data` if the address or its port is not available.
 */
export async function startRpcServer(options: RpcServerOptions): Promise<RpcServer> {
  const { host, port, isPortShared = false } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const uws = (options.transport ?? defaultTransport()) === "uws" ? loadUws() : undefined;
  const transport = uws === undefined ? "node" : "uws";
  const listen = uws === undefined ? await nodeServer() : listenWithUws(uws);
  const isHostAllowed = hostCheckFor(host, options.allowedHosts ?? []);
  const service = new RpcService({ ...options, isHostAllowed, transport }, limits);
  const listening = await listen(service.handler, { host, port, isShared: isPortShared });
  if (listening === undefined) {
    await service.close([]);
    throw await cannotListen(host, port);
  }
  return {
    ...addressOf(host, listening.port),
    transport,
    ...rpcOf(service, [listening]),
  };
}
