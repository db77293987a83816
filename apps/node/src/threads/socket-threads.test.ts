/** Tests the threads with sockets from the main thread's side. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { chosenTransport, type Rpc } from "@tandem/rpc";
import { silentLogger } from "@tandem/runtime";
import { LineOrder } from "../call-log/line-order.js";
import { resolveSettings } from "../config/node-settings.js";
import { SocketThreads } from "./socket-threads.js";

/** The service of a main thread without keys, which gets no request. */
const idle = { service: { keyClients: [] }, close: async () => {} } as unknown as Rpc;

function createThreads() {
  const { config } = resolveSettings({ readers: 2, port: 0, threads: 0 });
  const calls = {
    level: "off",
    logger: silentLogger,
    order: new LineOrder(),
    onConsole: undefined,
  } as const;
  const sockets = new SocketThreads(config, calls);
  return { sockets, listen: () => sockets.listen(idle, chosenTransport(config.server)) };
}

it("threads that do not listen, not yet or not any more, are left out of the counts", async () => {
  const { sockets, listen } = createThreads();
  const listening = listen();
  assert.deepEqual(await sockets.counts(), []);
  const server = await listening;
  assert.equal((await sockets.counts()).length, 2);
  await server.close();
  assert.deepEqual(await sockets.counts(), []);
});

it("threads that do not listen, not yet or not any more, do not keep the database open", async () => {
  const { sockets, listen } = createThreads();
  const listening = listen();
  assert.ok(await sockets.sharing.release());
  const server = await listening;
  assert.ok(await sockets.sharing.release());
  await server.close();
  assert.ok(await sockets.sharing.release());
});
