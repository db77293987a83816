/** A port of its own before a node, so that the node may go and come back elsewhere. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface Door {
  readonly url: string;
  /** To another node from now on; connections to the last one are cut. */
  leadTo(url: string): void;
  close(): Promise<void>;
}

export async function openDoor(url: string): Promise<Door> {
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
      // One that breaks takes the other with it, as without a door.
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
    leadTo(next) {
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
