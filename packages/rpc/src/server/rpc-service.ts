/** Owns HTTP calls, sessions, subscriptions and filters of one RPC server. */
import type { HeadMoved } from "@tandem/primitives";
import type { Logger } from "@tandem/runtime";
import { refusalsOf } from "../access/access.js";
import { type Client, type IdentifyClient, identifyBy } from "../access/client.js";
import { type ApiKey, apiKeysOf, type KeyClient, KeyRing } from "../access/keys.js";
import { createShares, type Shares } from "../access/shares.js";
import type { Backend } from "../backend/backend.js";
import type { PassedText } from "../backend/writer-port.js";
import type { Limits } from "../limits.js";
import { JsonBytes } from "../written-json.js";
import { joined } from "./compute/answerer.js";
import { createDispatch, type Dispatch, type RequestLevels } from "./dispatch/dispatch.js";
import { MethodMetrics, type ServiceCounts } from "./dispatch/service-counts.js";
import { HeadPosition } from "./http/head-position.js";
import { createHttp, type PageText } from "./http/http.js";
import { refusedUpgrade, unauthorized, unauthorizedError } from "./http/http-answers.js";
import type { UpgradeHead } from "./http/http-head.js";
import type { Admission, Endpoint, TransportHandler } from "./http/transport.js";
import { IdleWait } from "./idle-wait.js";
import { type PageName, pageReader, pagesOf } from "./metrics/pages.js";
import { randomId } from "./random-id.js";
import { errorText } from "./request/envelope.js";
import { CallsUnderWay, PendingCall } from "./request/pending-call.js";
import { toRpcError } from "./request/to-rpc-error.js";
import { ServedBackend } from "./served-backend.js";
import type { RpcServiceOptions } from "./service-options.js";
import { Announcements } from "./sockets/announcements.js";
import { type Connection, type ConnectionParts, connect } from "./sockets/connection.js";
import { MessageSlices } from "./sockets/message-slices.js";
import { Session } from "./sockets/session.js";
import type { SessionSetting } from "./sockets/session-setting.js";
import type { Socket } from "./sockets/socket-line.js";
import { WaitingBytes } from "./sockets/waiting-bytes.js";
import { writersFilters } from "./writer/needs-writer.js";

/** The code of WebSocket (RFC 6455, section 7.4.1) and the reason with which connections are closed. */
const shutdown = [1001, "the node is shutting down"] as const;

const debugLevels: RequestLevels = { answered: "debug", refused: "debug" };

export class RpcService {
  readonly announcements: Announcements;
  readonly handler: TransportHandler;
  /** Opens a connection from this process, without a socket. */
  readonly connect: () => Connection;
  readonly #setting: SessionSetting;
  readonly #logger: Logger;
  readonly #shares: Shares;
  readonly #keys: KeyRing | undefined;
  /** One shared object for all sockets of a client without a key. */
  readonly #clients = new Map<string, Client>();
  readonly #served: ServedBackend;
  readonly #position: HeadPosition;
  readonly #dispatch: Dispatch;
  readonly #metrics = new MethodMetrics();
  /** Returns the text of a page, also to a thread that owns sockets. */
  readonly readPage: (name: PageName) => Promise<PageText>;
  #stopListening: () => void;
  readonly #calls: CallsUnderWay;
  readonly #sessions = new Set<Session>();
  /** The number of sessions whose connection is not closing. */
  #openSessions = 0;
  readonly #idle = new IdleWait(() => this.#calls.http.count === 0 && this.#openSessions === 0);
  #isClosing = false;

  constructor(options: RpcServiceOptions, limits: Limits) {
    const { backend, apiKeys, logger, steadyClock, newId = randomId } = options;
    const { requestLevels = debugLevels, errorForm = "standard" } = options;
    this.#logger = logger;
    this.#keys = apiKeys.length === 0 ? undefined : new KeyRing(apiKeysOf(apiKeys), steadyClock);
    this.#served = new ServedBackend(backend);
    const identify = identifyBy(this.#keys);
    this.#shares = createShares(limits);
    this.#calls = new CallsUnderWay(limits);
    const [shares, calls] = [this.#shares, this.#calls];
    const announcing = { clock: steadyClock, limits, logger, newId, shares, errorForm };
    this.announcements = new Announcements(announcing);
    const filters = backend.writer === undefined ? this.announcements.filters : writersFilters;
    const refusals = refusalsOf(options.access ?? {});
    const { bodiesBytes } = shares;
    this.#position = new HeadPosition(this.#served, limits);
    const [position, served, metrics] = [this.#position, this.#served, this.#metrics];
    const parts = { served, filters, limits, bodiesBytes, logger, metrics, refusals };
    const dispatch = createDispatch({ ...parts, requestLevels, errorForm, tracer: options.tracer });
    this.#dispatch = dispatch;
    this.readPage = options.readPage ?? this.#pageReader(options);
    const pages = pagesOf(this.readPage);
    const onAnswerFailed = (error: unknown) => logger.error({ error }, "an answer was truncated");
    const setting: SessionSetting = {
      dispatch,
      registry: this.announcements.subscriptions,
      limits,
      calls,
      slices: new MessageSlices(),
      ...shares,
      waiting: new WaitingBytes(limits),
      newId,
      onAnswerFailed,
      onClosed: () => {
        this.#openSessions--;
        this.#idle.check();
      },
      onCut: (why) => logger.warn({}, `a client that ${why} was disconnected`),
    };
    this.#setting = setting;
    const lifecycle = this.#lifecycle();
    this.handler = {
      http: createHttp({ ...options, calls, dispatch, identify, limits, pages, position }),
      headHeaders: position.headers,
      limits,
      bodiesBytes,
      waiting: setting.waiting,
      descriptorsScarce: () => logger.warn({}, "connections are refused: too many files are open"),
      cut: setting.onCut,
      answerFailed: onAnswerFailed,
      admit: (head) => this.#admit(head, identify),
      socketsExceeded: (client) => shares.sockets.exceededBy(client),
      ...lifecycle,
    };
    this.#stopListening = this.#listenTo(backend);
    const { clientCallsMax } = limits;
    const refusal = (client: Client) => calls.refusal(client);
    this.connect = () => connect({ dispatch, clientCallsMax, refusal, ...lifecycle });
  }

  #pageReader({ clock, transport, readOthers = async () => [] }: RpcServiceOptions) {
    let others: readonly ServiceCounts[] = [];
    return pageReader({
      served: this.#served,
      clock,
      transport,
      counts: () => [this.counts(), ...others],
      readOthers: async () => {
        others = await readOthers();
      },
    });
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

  #lifecycle(): Pick<ConnectionParts, "openCall" | "closeCall" | "openSession" | "closeSession"> {
    return {
      openCall: (client, subscriber) => this.#openCall(client, subscriber),
      closeCall: (call) => this.#closeCall(call),
      openSession: (socket, client) => this.#openSession(socket, client),
      closeSession: (session) => this.#closeSession(session),
    };
  }

  #admit(head: UpgradeHead, identify: IdentifyClient): Admission {
    const refusal = this.handler.http.refuseUpgrade(head);
    if (refusal !== undefined) return { refusal };
    const client = identify(head);
    if (client === undefined) return { refusal: unauthorized("null") };
    const exceeded = this.#shares.sockets.exceededBy(client);
    const status =
      exceeded?.limit === "sockets" ? "503 Service Unavailable" : "429 Too Many Requests";
    const isOver = exceeded !== undefined || client.key?.hasAllSockets === true;
    return isOver ? { refusal: refusedUpgrade(status) } : { client };
  }

  #openSession(socket: Socket, client: Client): Session {
    const own = client.key === undefined ? this.#known(client) : client;
    const session = new Session(socket, this.#setting, own);
    this.#sessions.add(session);
    this.#openSessions++;
    if (this.#isClosing) session.endWhenAnswered(...shutdown);
    this.#shares.sockets.add(own);
    own.key?.addSockets(1);
    return session;
  }

  #closeSession(session: Session): void {
    session.closed();
    if (!this.#sessions.delete(session)) return;
    const { client } = session;
    this.#shares.sockets.give(client);
    client.key?.addSockets(-1);
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

  counts(): ServiceCounts {
    const keys = [...this.keyClients].map((client) => ({
      name: client.name,
      outcomes: client.counts,
      sockets: this.#shares.sockets.of(client),
    }));
    return {
      methods: [...this.#metrics.methods],
      keys,
      sockets: this.sockets(),
      subscriptions: this.announcements.subscriptions.size,
      libraryRuns: this.#served.backend.libraryRuns(),
    };
  }

  /** Returns the clients of the valid keys. */
  get keyClients(): Iterable<KeyClient> {
    return this.#keys?.clients ?? [];
  }

  /**
   * Answers what a thread that owns sockets passes on: as text, as bytes if long, or undefined for notifications alone.
   * @param signal is aborted when the client has left.
   */
  async answerPassed(
    { text, clientId, isAdmitted, traceparent }: PassedText,
    signal: AbortSignal,
  ): Promise<string | Uint8Array | undefined> {
    const key = isAdmitted ? undefined : this.#keys?.withId(clientId);
    // The thread has not heard yet that the key is not valid any more.
    if (!isAdmitted && this.#keys && !key) return errorText("null", unauthorizedError());
    const call = this.#openCall(key ?? { id: clientId });
    const abort = () => call.abort();
    signal.addEventListener("abort", abort);
    call.traceparent = traceparent;
    try {
      const answer = await this.#dispatch(text, call);
      call.answered();
      return answer instanceof JsonBytes ? await joined(answer, call) : answer;
    } catch (error) {
      // The client of a long answer has left.
      return errorText("null", toRpcError(error, "answer", this.#logger));
    } finally {
      signal.removeEventListener("abort", abort);
      call.release();
      this.#closeCall(call);
    }
  }

  #openCall(client: Client, subscriber?: Session): PendingCall {
    const call = new PendingCall(this.#setting, client, subscriber);
    this.#calls.http.add(call);
    return call;
  }

  #closeCall(call: PendingCall): void {
    this.#calls.http.remove(call);
    this.#idle.check();
  }

  /** @param endpoints what clients can connect to. */
  async close(endpoints: readonly Endpoint[]): Promise<void> {
    this.#stopListening();
    for (const one of endpoints) one.stopAccepting();
    this.#isClosing = true;
    for (const session of this.#sessions) session.endWhenAnswered(...shutdown);
    await this.#idle.wait(this.#setting.limits.closeGraceMs);
    this.#calls.http.abort();
    for (const session of this.#sessions) session.end(...shutdown);
    await Promise.all(endpoints.map((one) => one.destroy()));
  }
}
