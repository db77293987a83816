/** Connects nodes over the loopback interface, for tests. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { ReceivingBudget } from "../receiving-budget.js";
import { Connection, type ConnectionOptions } from "../rlpx/connection.js";
import { createNodeKey } from "../rlpx/node-key.js";

export const capabilities = [{ name: "rsk", version: 62 }];

export function optionsOf(key = createNodeKey()): ConnectionOptions {
  const hello = { client: "Test/1", capabilities, port: 0, id: key.publicKey };
  return { key, hello, budget: new ReceivingBudget() };
}

export async function listening(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Connects two sockets. */
export async function socketPair(): Promise<readonly [Socket, Socket]> {
  const server = createServer();
  const port = await listening(server);
  const out = connect(port, "127.0.0.1");
  const [accepted] = (await once(server, "connection")) as [Socket];
  server.close();
  return [out, accepted];
}

/** Connects two nodes that trust each other. */
export async function connectionPair() {
  const [out, accepted] = await socketPair();
  const [here, there] = [optionsOf(), optionsOf()];
  const [a, b] = await Promise.all([
    Connection.open(out, here, there.key.publicKey),
    Connection.open(accepted, there, undefined),
  ]);
  a.trust();
  b.trust();
  return { a, b, here, out, accepted };
}
