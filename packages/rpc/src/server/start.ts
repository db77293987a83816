/** The server as a whole: its parts put together, started and stopped. */

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

/** uWebSockets.js, or Node's own HTTP server. */
export type Transport = "uws" | "node";

export interface RpcOptions extends RpcServiceOptions {
  readonly limits?: Partial<Limits>;
}

export interface RpcServerOptions extends RpcOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Default: native where there is a binary for this machine, unless UWS_USE_FALLBACK=1 is set. */
  readonly transport?: Transport;
  /** Names, besides localhost, by which a node bound to loopback may be reached. */
  readonly allowedHosts?: readonly string[];
}

/** The service, with sockets or without. */
export interface Rpc {
  /** A connection from this very process, which asks for no key. */
  connect(): Connection;
  /** WebSockets and connections open now. */
  sockets(): number;
  /** Subscriptions active now. */
  subscriptions(): number;
  /**
   * Makes these the valid API keys; WebSockets of others are closed.
   * @throws {TypeError} for a service that was opened without keys.
   */
  setApiKeys(keys: readonly (string | ApiKey)[]): void;
  /** Lets answers under way finish, within the grace the limits give. */
  close(): Promise<void>;
}

export interface RpcServer extends Rpc {
  readonly port: number;
  /** `http://host:port` */
  readonly url: string;
  /** `ws://host:port` */
  readonly wsUrl: string;
  readonly transport: Transport;
}

const require = createRequire(import.meta.url);

const isFallbackForced = () => /^(1|true)$/i.test(process.env.UWS_USE_FALLBACK ?? "");

/** The native module, or undefined where there is no binary for this machine. */
function loadUws(logger: Logger): Uws | undefined {
  const { platform, arch, versions } = process;
  try {
    return require(`uWebSockets.js/binaries/uws_${platform}_${arch}_${versions.modules}.node`);
  } catch (error) {
    logger.warn({ platform, arch, error }, "no native HTTP server for this machine: Node's serves");
    return undefined;
  }
}

/** The service for this process alone. */
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

/** @throws {Fault} `unusable-data` when the port cannot be had. */
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
