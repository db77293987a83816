/** Starts a server over the fake chain for one test, with clients of it. */
import { once } from "node:events";
import type { TestContext } from "node:test";
import { silentLogger } from "@tandem/runtime";
import { WebSocket } from "ws";
import type { Transport } from "../server/native-server.js";
import { type RpcServerOptions, startRpcServer } from "../server/start.js";
import {
  type FakeBackend,
  fakeBackend,
  makeBlock,
  rawTransactions,
  transferLog,
} from "./fake-backend.js";

export const transports: readonly Transport[] = ["uws", "node"];

/** Creates genesis, and a block with two transactions with one and two logs. */
export function smallChain() {
  const genesis = makeBlock({});
  const block = makeBlock({
    parent: genesis,
    transactions: [
      [rawTransactions.legacy, [transferLog(1, 10)]],
      [rawTransactions.feeMarket, [transferLog(2, 10, 20), transferLog(1, 30)]],
    ],
  });
  return { genesis, block };
}

export interface Logged {
  readonly level: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** Collects what is logged at `warn` and above. */
export function collectingLogger(logged: Logged[]) {
  const at = (level: string) => (fields: object, message: string) =>
    void logged.push({ level, fields: fields as Record<string, unknown>, message });
  return { ...silentLogger, error: at("error"), warn: at("warn") };
}

export interface Served {
  readonly backend: FakeBackend;
  readonly server: Awaited<ReturnType<typeof startRpcServer>>;
  readonly logged: Logged[];
  post(body: string, more?: { path?: string; headers?: Record<string, string> }): Promise<Response>;
  /** Posts one call and parses its answer. */
  call(method: string, params?: unknown[]): Promise<JsonAnswer>;
  connect(path?: string): Promise<Client>;
}

export interface JsonAnswer {
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export type ServeOptions = Partial<RpcServerOptions> & { readonly backend?: FakeBackend };

export async function serve(
  t: TestContext,
  transport: Transport | undefined,
  options: ServeOptions = {},
): Promise<Served> {
  const { genesis, block } = smallChain();
  const backend = options.backend ?? fakeBackend([genesis, block]);
  const logged: Logged[] = [];
  const server = await startRpcServer({
    host: "127.0.0.1",
    port: 0,
    apiKeys: [],
    logger: collectingLogger(logged),
    clock: { now: () => 0 },
    steadyClock: { now: () => 0 },
    ...(transport === undefined ? {} : { transport }),
    ...options,
    backend,
  });
  t.after(() => server.close());
  const post: Served["post"] = (body, { path = "/", headers = {} } = {}) =>
    fetch(server.url + path, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...headers },
    });
  return {
    backend,
    server,
    logged,
    post,
    async call(method, params = []) {
      const answer = await post(requestText(method, params));
      return (await answer.json()) as JsonAnswer;
    },
    async connect(path = "/") {
      const socket = new WebSocket(server.wsUrl + path);
      const client = new Client(socket);
      await once(socket, "open");
      return client;
    },
  };
}

const portScript = new URL("../../../../scripts/free-port.mjs", import.meta.url).href;

export const { freePort } = (await import(portScript)) as {
  /** Returns a port that no connection and no server gets that does not ask for it. */
  freePort(): Promise<number>;
};

export const requestText = (method: string, params: unknown[], id: unknown = 1) =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });

interface Waiting {
  readonly resolve: (text: string) => void;
  readonly reject: (error: Error) => void;
}

/** A WebSocket whose messages can be awaited one by one. */
export class Client {
  readonly socket: WebSocket;
  readonly #messages: string[] = [];
  readonly #waiting: Waiting[] = [];

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("message", (message: Buffer) => {
      const text = message.toString();
      const take = this.#waiting.shift();
      if (take === undefined) this.#messages.push(text);
      else take.resolve(text);
    });
    socket.on("close", () => {
      for (const { reject } of this.#waiting.splice(0))
        reject(new Error("no message before the end"));
    });
  }

  /** Returns the text of the next message. @throws {Error} if the connection is closed before. */
  nextText(): Promise<string> {
    const text = this.#messages.shift();
    if (text !== undefined) return Promise.resolve(text);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  async next<T = JsonAnswer>(): Promise<T> {
    return JSON.parse(await this.nextText()) as T;
  }

  /** Sends a call and returns the next message as its answer. */
  call(method: string, params: unknown[], id: unknown = 1): Promise<JsonAnswer> {
    this.socket.send(requestText(method, params, id));
    return this.next();
  }
}
