import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { Exchanges } from "./exchanges.js";

const upgrade = "GET / HTTP/1.1\r\nHost: relay\r\nConnection: upgrade\r\nUpgrade: a\r\n\r\n";

/** Sends one request to a server. @returns both ends of the connection, and the response to be ended. */
async function asked(t: TestContext) {
  const server = createServer({ keepAliveTimeout: 20 });
  const exchanges = new Exchanges(server, { max: 10, unreadMs: 20 });
  const begun = new Promise<ServerResponse>((resolve) => {
    server.on("request", (request, response) => {
      assert.equal(exchanges.begin(request, response), true);
      resolve(response);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  t.after(() => {
    client.destroy();
    server.close();
  });
  const [stream] = (await once(server, "connection")) as [Socket];
  client.write("GET / HTTP/1.1\r\nHost: relay\r\n\r\n");
  return { server, exchanges, client, stream, response: await begun };
}

describe("the connection of an answer", () => {
  it("closes if its client takes nothing of it", async (t) => {
    const { client, stream, response } = await asked(t);
    const length = 64 * 1024 * 1024;
    response.end(Buffer.alloc(length));
    await once(stream, "close");
    let received = 0;
    client.on("data", (bytes) => {
      received += bytes.length;
    });
    client.on("error", () => {});
    await once(client, "close");
    assert.ok(received < length);
  });

  it("closes as well if an upgrade waits for it", async (t) => {
    const { server, exchanges, client, stream, response } = await asked(t);
    let isBegun = false;
    server.on("upgrade", ({ socket }) => {
      exchanges.afterAnswers(socket, () => {
        isBegun = true;
      });
    });
    client.write(upgrade);
    await once(server, "upgrade");
    response.end(Buffer.alloc(64 * 1024 * 1024));
    await once(stream, "close");
    assert.equal(isBegun, false);
  });

  it("closes if its client resets it while an upgrade waits for the answer", async (t) => {
    const { server, exchanges, client, stream } = await asked(t);
    server.on("upgrade", ({ socket }) => {
      exchanges.afterAnswers(socket, () => assert.fail("there is no connection to upgrade"));
    });
    client.write(upgrade);
    await once(server, "upgrade");
    client.resetAndDestroy();
    await new Promise((resolve) => stream.on("close", resolve));
  });

  it("stays while the answer is not ready, and closes when no request follows it", async (t) => {
    const { server, client, stream, response } = await asked(t);
    await once(server, "timeout");
    assert.equal(stream.destroyed, false);
    response.end("late");
    const [answer] = await once(client, "data");
    assert.match(String(answer), /late/);
    await once(stream, "close");
  });
});
