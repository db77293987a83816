/** Forwards connections to a server of a log, until its answers are dropped as if the server had lost its network. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface ServerProxy {
  readonly port: number;
  /** The number of its open connections. */
  readonly connections: number;
  /** The number of those that were ever opened. */
  readonly opened: number;
  /** Drops all that either side sends from now on, and closes nothing. */
  drop(): void;
  /**
   * Drops all from the next question of a client on that has a text, and closes nothing.
   * @returns a function that returns the number of these questions.
   */
  dropFrom(text: string): () => number;
  /** Forwards again. */
  pass(): void;
  stop(): void;
}

/** @param port of the server on this machine. */
export async function startServerProxy(port: number): Promise<ServerProxy> {
  const clients = new Set<Socket>();
  let isDropping = false;
  let opened = 0;
  let watched: { readonly text: string; count: number } | undefined;
  const note = (bytes: Uint8Array) => {
    if (watched === undefined || !Buffer.from(bytes).includes(watched.text)) return;
    watched.count++;
    isDropping = true;
  };
  const server = createServer((client) => {
    const upstream = connect(port, "127.0.0.1");
    clients.add(client);
    opened++;
    const forward = (from: Socket, to: Socket) => {
      from.on("data", (bytes) => isDropping || to.write(bytes));
      from.on("error", () => {});
      from.on("close", () => to.destroy());
    };
    client.on("data", note);
    forward(client, upstream);
    forward(upstream, client);
    client.on("close", () => clients.delete(client));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return clients.size;
    },
    get opened() {
      return opened;
    },
    drop() {
      isDropping = true;
    },
    dropFrom(text) {
      const own = { text, count: 0 };
      watched = own;
      return () => own.count;
    },
    pass() {
      isDropping = false;
      watched = undefined;
    },
    stop() {
      for (const client of clients) client.destroy();
      server.close();
    },
  };
}
