/** The server as a whole: its parts put together, started and stopped. */
import { createRequire } from "node:module";
import { type Clock, Fault, type Logger } from "@tandem/primitives";
import type { Backend } from "./backend.js";
import { blockLogsOf } from "./block-logs.js";
import { createDispatch } from "./dispatch.js";
import { Filters } from "./filters.js";
import { createHttp } from "./http.js";
import { createGate } from "./keys.js";
import { defaultLimits, type Limits } from "./limits.js";
import { listenWithNode } from "./node-http.js";
import { createPages, Tally } from "./pages.js";
import { PendingCall } from "./pending-call.js";
import { Session, type SessionSetting } from "./session.js";
import { Subscriptions } from "./subscriptions.js";
import type { Desk, Listen, Listening } from "./transport.js";
import { listenWithUws, type Uws } from "./uws.js";

/** uWebSockets.js, or Node's own HTTP server. */
export type Transport = "uws" | "node";

export interface RpcServerOptions {
  readonly backend: Backend;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** None: every request is let in. */
  readonly apiKeys: readonly string[];
  readonly limits?: Partial<Limits>;
  /** Default: native where there is a binary for this machine, unless UWS_USE_FALLBACK=1 is set. */
  readonly transport?: Transport;
  readonly logger: Logger;
  readonly clock: Clock;
}

export interface RpcServer {
  readonly port: number;
  /** `http://host:port` */
  readonly url: string;
  /** `ws://host:port` */
  readonly wsUrl: string;
  readonly transport: Transport;
  /** WebSockets open now. */
  sockets(): number;
  /** Subscriptions active now. */
  subscriptions(): number;
  /** Lets answers under way finish, within the grace the limits give. */
  close(): Promise<void>;
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

/** @throws {Fault} `unusable-data` when the port cannot be had. */
export async function startRpcServer(options: RpcServerOptions): Promise<RpcServer> {
  const { backend, host, port, logger } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const transport = options.transport ?? (isFallbackForced() ? "node" : "uws");
  const uws = transport === "uws" ? loadUws(logger) : undefined;
  const listen: Listen = uws === undefined ? listenWithNode : listenWithUws(uws);
  const office = new Office(options, limits);
  const listening = await listen(office.desk, host, port);
  if (listening === undefined) {
    const message = `cannot listen on ${host}:${port}: stop what uses the port, or choose another`;
    throw new Fault({ code: "unusable-data", message });
  }
  const stopListening = listenTo(backend, office);
  const authority = `${host.includes(":") ? `[${host}]` : host}:${listening.port}`;
  return {
    port: listening.port,
    url: `http://${authority}`,
    wsUrl: `ws://${authority}`,
    transport: uws === undefined ? "node" : "uws",
    sockets: () => office.sockets(),
    subscriptions: () => office.subscriptions.size,
    async close() {
      stopListening();
      await office.close(listening);
    },
  };
}

/** Passes on what happens in the node. @returns a function that stops it. */
function listenTo(backend: Backend, { subscriptions, filters }: Office): () => void {
  const stops = [
    backend.onHeadMoved((event) => {
      const logs = blockLogsOf(event);
      subscriptions.headMoved(event, logs);
      filters.headMoved(event, logs);
    }),
    backend.onPendingTransaction((transaction) => {
      subscriptions.pendingTransaction(transaction);
      filters.pendingTransaction(transaction);
    }),
    backend.onSyncing((status) => subscriptions.syncing(status)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** What is open at one moment: HTTP calls, sessions, subscriptions, filters. */
class Office {
  readonly subscriptions = new Subscriptions();
  readonly filters: Filters;
  readonly desk: Desk;
  readonly #limits: Limits;
  readonly #calls = new Set<PendingCall>();
  readonly #sessions = new Set<Session>();
  #onIdle: (() => void) | undefined;

  constructor({ backend, apiKeys, logger, clock }: RpcServerOptions, limits: Limits) {
    this.#limits = limits;
    const isLetIn = createGate(apiKeys);
    const tally = new Tally();
    this.filters = new Filters(clock, limits);
    const { filters } = this;
    const dispatch = createDispatch({ backend, filters, limits, logger, clock, tally });
    const pages = createPages({
      backend,
      tally,
      clock,
      sockets: () => this.#sessions.size,
      subscriptions: () => this.subscriptions.size,
    });
    const setting: SessionSetting = {
      dispatch,
      book: this.subscriptions,
      limits,
      onSlowReader: () => logger.warn({}, "a WebSocket that does not read was disconnected"),
    };
    this.desk = {
      http: createHttp({ dispatch, isLetIn, limits, pages }),
      limits,
      openCall: () => this.#openCall(),
      closeCall: (call) => this.#closeCall(call),
      refuseUpgrade: (path) => {
        if (!isLetIn(path)) return "401 Unauthorized";
        return this.#sessions.size < limits.socketsMax ? undefined : "503 Service Unavailable";
      },
      openSession: (socket) => {
        const session = new Session(socket, setting);
        this.#sessions.add(session);
        return session;
      },
      closeSession: (session) => {
        session.closed();
        this.#sessions.delete(session);
      },
    };
  }

  sockets(): number {
    return this.#sessions.size;
  }

  #openCall(): PendingCall {
    const call = new PendingCall(this.#limits.answerCharactersMax, undefined);
    this.#calls.add(call);
    return call;
  }

  #closeCall(call: PendingCall): void {
    this.#calls.delete(call);
    if (this.#calls.size === 0) this.#onIdle?.();
  }

  async close(listening: Listening): Promise<void> {
    listening.stopAccepting();
    await this.#idle();
    for (const call of this.#calls) call.abort();
    for (const session of this.#sessions) session.end(1001, "the node is shutting down");
    await listening.destroy();
  }

  /** Resolves when no HTTP call is under way, or when the grace is over. */
  #idle(): Promise<void> {
    if (this.#calls.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#limits.closeGraceMs);
      this.#onIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
