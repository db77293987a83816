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
  /** Forwards again. */
  pass(): void;
  stop(): void;
}

/** @param port of the server on this machine. */
export async function startServerProxy(port: number): Promise<ServerProxy> {
  const clients = new Set<Socket>();
  let isDropping = false;
  let opened = 0;
  const server = createServer((client) => {
    const upstream = connect(port, "127.0.0.1");
    clients.add(client);
    opened++;
    const forward = (from: Socket, to: Socket) => {
      from.on("data", (bytes) => isDropping || to.write(bytes));
      from.on("error", () => {});
      from.on("close", () => to.destroy());
    };
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
    pass() {
      isDropping = false;
    },
    stop() {
      for (const client of clients) client.destroy();
      server.close();
    },
  };
}
