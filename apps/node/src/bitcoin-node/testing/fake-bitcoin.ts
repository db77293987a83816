/** Implements a Bitcoin node for tests: it answers over HTTP as configured, and accepts every block. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { decodeBitcoinBlock, hashBitcoinHeader, toDisplay } from "@tandem/bitcoin";

export const [user, password] = ["miner", "p@ss:word"];

/** The behaviour of the fake: a correct answer, or a failure. */
export type Behaviour =
  | "well"
  /** Receives the call and never answers. */
  | "silent"
  /** Receives the call and closes the connection. */
  | "cut"
  | { readonly status: number; readonly body: string };

export interface FakeCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

const firstHash = "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206";
const login = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

export class FakeBitcoin {
  /** The received calls, in order. */
  readonly calls: FakeCall[] = [];
  /** Fields of the template that differ from those of a fresh chain. */
  template: Readonly<Record<string, unknown>> = { previousblockhash: firstHash, height: 1 };
  behaviour: Behaviour = "well";
  /** The answer to a submitted block; a block answered with null becomes its newest. */
  submitAnswer: unknown = null;
  readonly #watchers = new Set<() => void>();
  readonly #polling: (() => void)[] = [];
  #serial = 0;
  #port = 0;
  #server: Server | undefined;

  /** The URL with user and password. */
  get url(): string {
    return `http://${user}:${encodeURIComponent(password)}@127.0.0.1:${this.#port}/`;
  }

  /** Changes the template and answers pending long polls. */
  renew(fields: Readonly<Record<string, unknown>>): void {
    this.template = { ...this.template, ...fields };
    this.#serial += 1;
    for (const answer of this.#polling.splice(0)) answer();
  }

  /** Resolves when a call for which `isWanted` is true arrives, or has arrived before. */
  called(isWanted: (call: FakeCall) => boolean): Promise<FakeCall> {
    return new Promise((resolve) => {
      const check = () => {
        const found = this.calls.find(isWanted);
        if (found === undefined) return;
        this.#watchers.delete(check);
        resolve(found);
      };
      this.#watchers.add(check);
      check();
    });
  }

  /** Stops the server; `start` restarts it at the same address. */
  async stop(): Promise<void> {
    const closing = this.#server;
    this.#server = undefined;
    if (closing === undefined) return;
    closing.closeAllConnections();
    await new Promise((resolve) => closing.close(resolve));
  }

  async start(): Promise<void> {
    const opening = createServer((request, response) => void this.#serve(request, response));
    await new Promise<void>((resolve) => opening.listen(this.#port, "127.0.0.1", resolve));
    this.#port = (opening.address() as AddressInfo).port;
    this.#server = opening;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const call: FakeCall = JSON.parse(Buffer.concat(chunks).toString());
    const { behaviour } = this;
    this.calls.push(call);
    for (const check of [...this.#watchers]) check();
    if (request.headers.authorization !== login) return void response.writeHead(401).end();
    if (behaviour === "silent") return;
    if (behaviour === "cut") return void request.socket.destroy();
    if (behaviour !== "well") return void response.writeHead(behaviour.status).end(behaviour.body);
    const answer = (result: unknown) => response.end(JSON.stringify({ result, error: null }));
    if (call.method === "submitblock") return void answer(this.#take(call.params[0] as string));
    const { longpollid } = (call.params[0] ?? {}) as { readonly longpollid?: string };
    if (longpollid === `${this.#serial}`) this.#polling.push(() => answer(this.#templateNow()));
    else answer(this.#templateNow());
  }

  #templateNow(): Readonly<Record<string, unknown>> {
    return {
      version: 0x20000000,
      bits: "207fffff",
      curtime: 1_700_000_000,
      mintime: 1_600_000_000,
      mutable: ["time", "transactions", "prevblock"],
      rules: ["csv", "!segwit"],
      coinbasevalue: 5_000_000_000,
      transactions: [],
      longpollid: `${this.#serial}`,
      ...this.template,
    };
  }

  #take(hex: string): unknown {
    if (this.submitAnswer !== null) return this.submitAnswer;
    const { header } = decodeBitcoinBlock(Buffer.from(hex, "hex"));
    const hash = Buffer.from(toDisplay(hashBitcoinHeader(header))).toString("hex");
    this.renew({ previousblockhash: hash, height: (this.template.height as number) + 1 });
    return null;
  }
}

export async function startFakeBitcoin(): Promise<FakeBitcoin> {
  const fake = new FakeBitcoin();
  await fake.start();
  return fake;
}
