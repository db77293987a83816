/** Owns HTTP calls, sessions, subscriptions and filters of one RPC server. */

import { randomBytes } from "node:crypto";
import { type HeadMoved, toHex } from "@tandem/primitives";
import type { Clock, Logger, Tracer } from "@tandem/runtime";
import type { Backend } from "./backend/backend.js";
import { type Access, refusalsOf } from "./clients/access.js";
import { type Client, type IdentifyClient, identifyBy } from "./clients/client.js";
import { type ApiKey, apiKeysOf, KeyRing } from "./clients/keys.js";
import { createShares, type Shares } from "./clients/shares.js";
import { createDispatch, type RequestLevels } from "./dispatch/dispatch.js";
import { CallsUnderWay, PendingCall } from "./dispatch/pending-call.js";
import type { ErrorForm } from "./errors/error-form.js";
import { HeadPosition } from "./http/head-position.js";
import type { HostCheck } from "./http/hosts.js";
import { createHttp, type UpgradeHead } from "./http/http.js";
import { refusedUpgrade, unauthorized } from "./http/http-answers.js";
import { createPages, MethodMetrics } from "./http/pages.js";
import type { Site } from "./http/site.js";
import type { Limits } from "./limits.js";
import type { Transport } from "./native-server.js";
import { ServedBackend } from "./served-backend.js";
import { Announcements } from "./sockets/announcements.js";
import { type Connection, type ConnectionParts, connect } from "./sockets/connection.js";
import { MessageSlices } from "./sockets/message-slices.js";
import { Session, type SessionSetting, type Socket } from "./sockets/session.js";
import { WaitingBytes } from "./sockets/waiting-bytes.js";
import type { Admission, Listening, TransportHandler } from "./transport.js";

export interface RpcServiceOptions {
  readonly backend: Backend;
  /** The accepted keys; an empty list admits every request. A key given as text has no restrictions. */
  readonly apiKeys: readonly (string | ApiKey)[];
  /** Origins of web pages that may read answers; an empty list allows all. */
  readonly corsOrigins?: readonly string[];
  /** If it is omitted, every host name is accepted. */
  readonly isHostAllowed?: HostCheck;
  /** Allows preflight requests of public web pages to a node on a private network. */
  readonly allowsPrivateNetwork?: boolean;
  readonly logger: Logger;
  /** If it is omitted, each request is logged at the level `debug`. */
  readonly requestLevels?: RequestLevels;
  readonly clock: Clock;
  /** The clock for durations: rates of keys, and filters that are not polled. */
  readonly steadyClock: Clock;
  /** The form of errors of calls and transactions; the standard one by default. */
  readonly errorForm?: ErrorForm;
  /** If it is omitted, every method is available. */
  readonly access?: Access;
  /** A page for browsers; there is none by default. */
  readonly site?: Site | undefined;
  /** The HTTP server, which `/health` names; undefined without one. */
  readonly transport?: Transport | undefined;
  /** Records requests as spans; without it they are not traced. */
  readonly tracer?: Tracer | undefined;
  /** Returns ids for filters and subscriptions, 16 bytes of hex each; random ones by default. */
  readonly newId?: () => string;
}

const debugLevels: RequestLevels = { answered: "debug", refused: "debug" };

/** Returns 16 random bytes in hex. */
export const randomId = (): string => toHex(randomBytes(16));

export class RpcService {
  readonly announcements: Announcements;
  readonly handler: TransportHandler;
  /** Opens a connection from this process, without a socket. */
  readonly connect: () => Connection;
  readonly #limits: Limits;
  readonly #shares: Shares;
  readonly #keys: KeyRing | undefined;
  /** One shared object for all sockets of a client without a key. */
  readonly #clients = new Map<string, Client>();
  readonly #served: ServedBackend;
  readonly #position: HeadPosition;
  #stopListening: () => void;
  readonly #calls: CallsUnderWay;
  readonly #sessions = new Set<Session>();
  #onIdle: (() => void) | undefined;

  constructor(options: RpcServiceOptions, limits: Limits) {
    const { backend, apiKeys, logger, clock, steadyClock, newId = randomId } = options;
    const { requestLevels = debugLevels, errorForm = "standard" } = options;
    this.#limits = limits;
    const keys = apiKeys.length === 0 ? undefined : new KeyRing(apiKeysOf(apiKeys), steadyClock);
    this.#keys = keys;
    this.#served = new ServedBackend(backend);
    const identify = identifyBy(keys);
    const metrics = new MethodMetrics();
    this.#shares = createShares(limits);
    const shares = this.#shares;
    this.#calls = new CallsUnderWay(limits);
    const calls = this.#calls;
    const announcing = { clock: steadyClock, limits, logger, newId, shares, errorForm };
    this.announcements = new Announcements(announcing);
    const { filters, subscriptions } = this.announcements;
    const refusals = refusalsOf(options.access ?? {});
    const { bodiesBytes } = shares;
    this.#position = new HeadPosition(this.#served, limits);
    const position = this.#position;
    const served = this.#served;
    const parts = { served, filters, limits, bodiesBytes, logger, metrics, refusals };
    const dispatch = createDispatch({ ...parts, requestLevels, errorForm, tracer: options.tracer });
    const pages = createPages({
      served,
      metrics,
      clock,
      transport: options.transport,
      sockets: () => this.#sessions.size,
      subscriptions: () => subscriptions.size,
      keys: () => [...(keys?.clients ?? [])],
      socketsOf: (client) => shares.sockets.of(client),
    });
    const onAnswerFailed = (error: unknown) => logger.error({ error }, "an answer was truncated");
    const setting: SessionSetting = {
      dispatch,
      registry: subscriptions,
      limits,
      calls,
      slices: new MessageSlices(),
      bodiesBytes,
      waiting: new WaitingBytes(limits),
      heldBytes: shares.heldBytes,
      newId,
      onAnswerFailed,
      onSlowReader: () => logger.warn({}, "a WebSocket that reads too slowly was disconnected"),
    };
    const lifecycle = this.#lifecycle(setting);
    this.handler = {
      http: createHttp({ ...options, calls, dispatch, identify, limits, pages, position }),
      headHeaders: position.headers,
      limits,
      bodiesBytes,
      answerFailed: onAnswerFailed,
      admit: (head) => this.#admit(head, identify),
      ...lifecycle,
    };
    this.#stopListening = this.#listenTo(backend);
    this.connect = () => connect({ dispatch, ...lifecycle });
  }

  #listenTo(backend: Backend): () => void {
    const stops = [
      this.announcements.listenTo(backend),
      backend.onHeadMoved(() => this.#position.moved()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  #lifecycle(setting: SessionSetting): Omit<ConnectionParts, "dispatch"> {
    return {
      openCall: (client, subscriber) => this.#openCall(client, subscriber),
      closeCall: (call) => this.#closeCall(call),
      openSession: (socket, client) => this.#openSession(socket, client, setting),
      closeSession: (session) => this.#closeSession(session),
    };
  }

  #admit(head: UpgradeHead, identify: IdentifyClient): Admission {
    const refusal = this.handler.http.refuseUpgrade(head);
    if (refusal !== undefined) return { refusal };
    const client = identify(head);
    if (client === undefined) return { refusal: unauthorized("null") };
    const { sockets } = this.#shares;
    const exceeded = sockets.exceededBy(client);
    if (exceeded?.limit === "sockets")
      return { refusal: refusedUpgrade("503 Service Unavailable") };
    const isOver = client.key !== undefined && sockets.of(client) >= client.key.socketsMax;
    if (exceeded === undefined && !isOver) return { client };
    return { refusal: refusedUpgrade("429 Too Many Requests") };
  }

  #openSession(socket: Socket, client: Client, setting: SessionSetting): Session {
    const own = client.key === undefined ? this.#known(client) : client;
    const session = new Session(socket, setting, own);
    this.#sessions.add(session);
    this.#shares.sockets.add(own);
    return session;
  }

  #closeSession(session: Session): void {
    session.closed();
    if (!this.#sessions.delete(session)) return;
    const { client } = session;
    this.#shares.sockets.give(client);
    if (this.#shares.sockets.of(client) === 0) this.#clients.delete(client.id);
  }

  #known({ id }: Client): Client {
    const known = this.#clients.get(id) ?? { id };
    this.#clients.set(id, known);
    return known;
  }

  /**
   * Replaces the valid keys and closes WebSockets whose key is no longer valid.
   * @throws {TypeError} if every request is admitted.
   */
  setApiKeys(keys: readonly (string | ApiKey)[]): void {
    if (this.#keys === undefined) throw new TypeError("this server was started without keys");
    const withdrawn = new Set<Client>(this.#keys.replace(apiKeysOf(keys)));
    for (const session of this.#sessions) {
      if (withdrawn.has(session.client)) session.end(1008, "the API key is not valid any more");
    }
  }

  /**
   * Answers new requests with another backend, and announces `moved` and the events of that
   * backend. Sockets, subscriptions and filters remain.
   * @returns a promise that resolves when the previous backend has answered its last request.
   */
  replaceBackend(backend: Backend, moved: HeadMoved): Promise<void> {
    this.#stopListening();
    const ended = this.#served.replace(backend);
    this.#stopListening = this.#listenTo(backend);
    this.announcements.headMoved(moved);
    this.#position.moved();
    return ended;
  }

  sockets(): number {
    return this.#sessions.size;
  }

  #openCall(client: Client, subscriber?: Session): PendingCall {
    const call = new PendingCall(this.#limits.answerCharactersMax, client, subscriber);
    this.#calls.http.add(call);
    return call;
  }

  #closeCall(call: PendingCall): void {
    this.#calls.http.remove(call);
    if (this.#calls.http.count === 0) this.#onIdle?.();
  }

  /** @param listening the transport, if there is one. */
  async close(listening?: Listening): Promise<void> {
    this.#stopListening();
    listening?.stopAccepting();
    await this.#idle();
    this.#calls.http.abort();
    for (const session of this.#sessions) session.end(1001, "the node is shutting down");
    await listening?.destroy();
  }

  /** Resolves when no HTTP call is in progress, or when the grace period is over. */
  #idle(): Promise<void> {
    if (this.#calls.http.count === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#limits.closeGraceMs);
      this.#onIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
