/** Composes the server from its parts, and starts and stops it. */

import { createRequire } from "node:module";
import { Fault } from "@tandem/primitives";
import type { Logger } from "@tandem/runtime";
import type { ApiKey } from "./clients/keys.js";
import { hostCheckFor } from "./http/hosts.js";
import { listenWithNode } from "./http/node-http.js";
import { listenWithUws, type Uws } from "./http/uws.js";
import { defaultLimits, type Limits } from "./limits.js";
import { RpcService, type RpcServiceOptions } from "./rpc-service.js";
import type { Connection } from "./sockets/connection.js";
import type { Listen } from "./transport.js";

/** The HTTP server: uWebSockets.js or Node's own. */
export type Transport = "uws" | "node";

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
  readonly transport?: Transport;
  /** Host names, besides localhost, that a node bound to loopback accepts. */
  readonly allowedHosts?: readonly string[];
}

/** The service, with or without sockets. */
export interface Rpc {
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

const require = createRequire(import.meta.url);

const isFallbackForced = () => /^(1|true)$/i.test(process.env.UWS_USE_FALLBACK ?? "");

/** Returns the native module, or undefined if there is no binary for this machine. */
function loadUws(logger: Logger): Uws | undefined {
  const { platform, arch, versions } = process;
  try {
    return require(`uWebSockets.js/binaries/uws_${platform}_${arch}_${versions.modules}.node`);
  } catch (error) {
    logger.warn({ platform, arch, error }, "no native HTTP server for this machine: Node's serves");
    return undefined;
  }
}

/** Opens the service for this process only, without sockets. */
export function openRpc(options: RpcOptions): Rpc {
  const service = new RpcService(options, { ...defaultLimits, ...options.limits });
  return {
    connect: service.connect,
    sockets: () => service.sockets(),
    subscriptions: () => service.announcements.subscriptions.size,
    setApiKeys: (keys) => service.setApiKeys(keys),
    close: () => service.close(),
  };
}

/**
 * Starts the service and its HTTP server.
 * @throws {Fault} `unusable-data` if the port is not available.
 */
export async function startRpcServer(options: RpcServerOptions): Promise<RpcServer> {
  const { host, port, logger } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const transport = options.transport ?? (isFallbackForced() ? "node" : "uws");
  const uws = transport === "uws" ? loadUws(logger) : undefined;
  const listen: Listen = uws === undefined ? listenWithNode : listenWithUws(uws);
  const isHostAllowed = hostCheckFor(host, options.allowedHosts ?? []);
  const service = new RpcService({ ...options, isHostAllowed }, limits);
  const listening = await listen(service.handler, host, port);
  if (listening === undefined) {
    await service.close();
    const message = `cannot listen on ${host}:${port}: stop what uses the port, or choose another`;
    throw new Fault({ code: "unusable-data", message });
  }
  const authority = `${host.includes(":") ? `[${host}]` : host}:${listening.port}`;
  return {
    port: listening.port,
    url: `http://${authority}`,
    wsUrl: `ws://${authority}`,
    transport: uws === undefined ? "node" : "uws",
    connect: service.connect,
    sockets: () => service.sockets(),
    subscriptions: () => service.announcements.subscriptions.size,
    setApiKeys: (keys) => service.setApiKeys(keys),
    close: () => service.close(listening),
  };
}
