/** Implements a Bitcoin node for tests: it answers over HTTP as configured, and accepts every block. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { decodeBitcoinBlock, hashBitcoinHeader, toDisplay } from "@tandem/bitcoin";

export const [user, password] = ["miner", "p@ss:word"];

/** The behaviour of the fake: as a node should answer, or otherwise. */
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

export interface FakeBitcoin {
  /** The URL with user and password. */
  readonly url: string;
  /** Every received call, in order. */
  readonly calls: readonly FakeCall[];
  /** Fields of the template that differ from those of a fresh chain. */
  template: Readonly<Record<string, unknown>>;
  behaviour: Behaviour;
  /** The answer to a submitted block; a block answered with null becomes its newest. */
  submitAnswer: unknown;
  /** Changes the template and answers pending long polls. */
  renew(fields: Readonly<Record<string, unknown>>): void;
  /** Resolves when a call for which `isWanted` is true arrives, or has arrived before. */
  called(isWanted: (call: FakeCall) => boolean): Promise<FakeCall>;
  /** Stops the server; `start` restarts it at the same address. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

const firstHash = "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206";

export async function startFakeBitcoin(): Promise<FakeBitcoin> {
  const calls: FakeCall[] = [];
  const watchers = new Set<() => void>();
  const polling: (() => void)[] = [];
  let serial = 0;
  let port = 0;
  let server: Server | undefined;

  const fake: FakeBitcoin = {
    get url() {
      return `http://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/`;
    },
    calls,
    template: { previousblockhash: firstHash, height: 1 },
    behaviour: "well",
    submitAnswer: null,
    renew(fields) {
      fake.template = { ...fake.template, ...fields };
      serial += 1;
      for (const answer of polling.splice(0)) answer();
    },
    called: (isWanted) =>
      new Promise((resolve) => {
        const look = () => {
          const found = calls.find(isWanted);
          if (found === undefined) return;
          watchers.delete(look);
          resolve(found);
        };
        watchers.add(look);
        look();
      }),
    async stop() {
      const closing = server;
      server = undefined;
      if (closing === undefined) return;
      closing.closeAllConnections();
      await new Promise((resolve) => closing.close(resolve));
    },
    async start() {
      const opening = createServer((request, response) => void serve(request, response));
      await new Promise<void>((resolve) => opening.listen(port, "127.0.0.1", resolve));
      port = (opening.address() as AddressInfo).port;
      server = opening;
    },
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const call: FakeCall = JSON.parse(Buffer.concat(chunks).toString());
    const { behaviour } = fake;
    calls.push(call);
    for (const look of [...watchers]) look();
    const login = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
    if (request.headers.authorization !== login) return void response.writeHead(401).end();
    if (behaviour === "silent") return;
    if (behaviour === "cut") return void request.socket.destroy();
    if (behaviour !== "well") return void response.writeHead(behaviour.status).end(behaviour.body);
    const answer = (result: unknown) => response.end(JSON.stringify({ result, error: null }));
    if (call.method === "submitblock") return void answer(take(call.params[0] as string));
    const { longpollid } = (call.params[0] ?? {}) as { readonly longpollid?: string };
    if (longpollid === `${serial}`) polling.push(() => answer(templateNow()));
    else answer(templateNow());
  }

  const templateNow = () => ({
    version: 0x20000000,
    bits: "207fffff",
    curtime: 1_700_000_000,
    mintime: 1_600_000_000,
    mutable: ["time", "transactions", "prevblock"],
    rules: ["csv", "!segwit"],
    coinbasevalue: 5_000_000_000,
    transactions: [],
    longpollid: `${serial}`,
    ...fake.template,
  });

  function take(hex: string): unknown {
    if (fake.submitAnswer !== null) return fake.submitAnswer;
    const { header } = decodeBitcoinBlock(Buffer.from(hex, "hex"));
    const hash = Buffer.from(toDisplay(hashBitcoinHeader(header))).toString("hex");
    fake.renew({ previousblockhash: hash, height: (fake.template.height as number) + 1 });
    return null;
  }

  await fake.start();
  return fake;
}
