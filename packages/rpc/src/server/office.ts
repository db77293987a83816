/** What is open at one moment: HTTP calls, sessions, subscriptions, filters. */
import { randomBytes } from "node:crypto";
import { type Clock, type Logger, toHex } from "@tandem/primitives";
import { type Access, refusalsOf } from "./access.js";
import type { Backend } from "./backend.js";
import { blockLogsOf } from "./block-logs.js";
import { type Client, type IdentifyClient, identifyBy } from "./client.js";
import { type Connection, connect } from "./connection.js";
import { createDispatch } from "./dispatch.js";
import { Filters } from "./filters.js";
import { createHttp, refusedUpgrade, type UpgradeHead } from "./http.js";
import type { Limits } from "./limits.js";
import { createPages, Tally } from "./pages.js";
import { PendingCall, PendingCalls } from "./pending-call.js";
import { Session, type SessionSetting, type Socket } from "./session.js";
import { Subscriptions } from "./subscriptions.js";
import type { Admission, Desk, Listening } from "./transport.js";

export interface OfficeOptions {
  readonly backend: Backend;
  /** None: every request is let in. */
  readonly apiKeys: readonly string[];
  /** Origins of web pages that browsers let read answers; none: every one. */
  readonly corsOrigins?: readonly string[];
  readonly logger: Logger;
  readonly clock: Clock;
  /** Left out: every method can be had. */
  readonly access?: Access;
  /** Ids of filters and subscriptions, 16 bytes of hex each; left out: random ones. */
  readonly newId?: () => string;
}

/** Nobody can guess it. */
export const randomId = (): string => toHex(randomBytes(16));

export class Office {
  readonly subscriptions = new Subscriptions();
  readonly filters: Filters;
  readonly desk: Desk;
  /** A connection from this very process, without a socket. */
  readonly connect: () => Connection;
  readonly #limits: Limits;
  readonly #stopListening: () => void;
  readonly #calls = new PendingCalls();
  readonly #sessions = new Set<Session>();
  #onIdle: (() => void) | undefined;

  constructor(options: OfficeOptions, limits: Limits) {
    const { backend, apiKeys, corsOrigins = [], logger, clock, newId = randomId } = options;
    this.#limits = limits;
    const identify = identifyBy(apiKeys);
    const tally = new Tally();
    this.filters = new Filters(clock, limits, newId);
    const { filters } = this;
    const refusals = refusalsOf(options.access ?? {});
    const parts = { backend, filters, limits, logger, tally, refusals };
    const dispatch = createDispatch(parts);
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
      newId,
      onSlowReader: () => logger.warn({}, "a WebSocket that does not read was disconnected"),
    };
    this.desk = {
      http: createHttp({ dispatch, identify, limits, pages, corsOrigins }),
      limits,
      openCall: (client) => this.#openCall(client),
      closeCall: (call) => this.#closeCall(call),
      answerFailed: (error) => logger.error({ error }, "an answer was cut off in the middle"),
      admit: (head) => this.#admit(head, identify),
      openSession: (socket, client) => this.#openSession(socket, client, setting),
      closeSession: (session) => this.#closeSession(session),
    };
    this.#stopListening = this.#listenTo(backend);
    this.connect = () =>
      connect({
        dispatch,
        openCall: (client, subscriber) => this.#openCall(client, subscriber),
        closeCall: (call) => this.#closeCall(call),
        openSession: (socket, client) => this.#openSession(socket, client, setting),
        closeSession: (session) => this.#closeSession(session),
      });
  }

  /** Passes on what happens in the node. @returns a function that stops it. */
  #listenTo(backend: Backend): () => void {
    const { subscriptions, filters } = this;
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

  #admit(head: UpgradeHead, identify: IdentifyClient): Admission {
    const client = identify(head);
    if (client === undefined) return { refusal: refusedUpgrade("401 Unauthorized") };
    if (this.#sessions.size < this.#limits.socketsMax) return { client };
    return { refusal: refusedUpgrade("503 Service Unavailable") };
  }

  #openSession(socket: Socket, client: Client, setting: SessionSetting): Session {
    const session = new Session(socket, setting, client);
    this.#sessions.add(session);
    return session;
  }

  #closeSession(session: Session): void {
    session.closed();
    this.#sessions.delete(session);
  }

  sockets(): number {
    return this.#sessions.size;
  }

  #openCall(client: Client, subscriber?: Session): PendingCall {
    const call = new PendingCall(this.#limits.answerCharactersMax, client, subscriber);
    this.#calls.add(call);
    return call;
  }

  #closeCall(call: PendingCall): void {
    this.#calls.remove(call);
    if (this.#calls.count === 0) this.#onIdle?.();
  }

  /** @param listening where there are sockets. */
  async close(listening?: Listening): Promise<void> {
    this.#stopListening();
    listening?.stopAccepting();
    await this.#idle();
    this.#calls.abort();
    for (const session of this.#sessions) session.end(1001, "the node is shutting down");
    await listening?.destroy();
  }

  /** Resolves when no HTTP call is under way, or when the grace is over. */
  #idle(): Promise<void> {
    if (this.#calls.count === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#limits.closeGraceMs);
      this.#onIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
