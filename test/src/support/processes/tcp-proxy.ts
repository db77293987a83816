/** Implements a TCP proxy for a node, so that the node can end and start again on another port. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface TcpProxy {
  readonly url: string;
  /** Forwards new connections to another node and closes those to the previous one. */
  connectTo(url: string): void;
  close(): Promise<void>;
}

export async function openProxy(url: string): Promise<TcpProxy> {
  let target = new URL(url);
  const sockets = new Set<Socket>();
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((inside) => {
    const outside = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      // A broken connection closes the other one, as without a proxy.
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    connectTo(next) {
      target = new URL(next);
      cutAll();
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      cutAll();
      await closed;
    },
  };
}
