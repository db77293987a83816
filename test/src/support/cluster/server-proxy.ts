/** Forwards connections to a server of a log, until its answers are dropped as if the server had lost its network. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface ServerProxy {
  readonly port: number;
  /** The number of its open connections. */
  readonly connections: number;
  /** Drops all that either side sends from now on, and closes nothing. */
  drop(): void;
  stop(): void;
}

/** @param port of the server on this machine. */
export async function startServerProxy(port: number): Promise<ServerProxy> {
  const clients = new Set<Socket>();
  let isDropping = false;
  const server = createServer((client) => {
    const upstream = connect(port, "127.0.0.1");
    clients.add(client);
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
    drop() {
      isDropping = true;
    },
    stop() {
      for (const client of clients) client.destroy();
      server.close();
    },
  };
}
