/** Tests requests that a client of Node's server sends without waiting for answers. */
import assert from "node:assert/strict";
import { connect } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { setImmediate } from "node:timers/promises";
import { endlessLogs } from "../../../testing/endless-logs.js";
import { fakeBackend } from "../../../testing/fake-backend.js";
import { heldCall } from "../../../testing/held-call.js";
import { postHead, RawSocket, upgradeHead } from "../../../testing/raw-socket.js";
import { requestText, serve, smallChain } from "../../../testing/serve.js";

const call = requestText("eth_call", [{ data: "0x" }, "latest"]);

/** Returns a request of a form that Node's parser reads. */
function chunked(body: string, ...lines: string[]): string {
  const head = postHead("/", "Transfer-Encoding: chunked", ...lines);
  return `${head}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
}

function served(t: TestContext, call: () => Promise<Uint8Array>, limits = {}) {
  const { genesis, block } = smallChain();
  return serve(t, "node", { backend: fakeBackend([genesis, block], { call }), limits });
}

async function connected(...given: Parameters<typeof served>) {
  const { server } = await served(...given);
  return RawSocket.open(given[0], server.port);
}

const largeBytes = 1024 * 1024;
/** A batch whose answer is sent in pieces, and is larger than the system takes for a connection. */
const largeBatch = `[${Array(5).fill(call).join()}]`;

describe("pipelined requests", () => {
  it("are begun one after the other, and answered in order", async (t) => {
    let running = 0;
    const atOnce: number[] = [];
    const socket = await connected(t, async () => {
      atOnce.push(++running);
      await setImmediate();
      running--;
      return Uint8Array.of(atOnce.length);
    });
    socket.write(chunked(call).repeat(20));
    await socket.until(/"result":"0x01".*"result":"0x02".*"result":"0x14"/s);
    assert.deepEqual(new Set(atOnce), new Set([1]));
  });

  it("close the connection if too many wait", async (t) => {
    let calls = 0;
    const socket = await connected(
      t,
      () => {
        calls++;
        return new Promise(() => {});
      },
      { pipelinedRequestsMax: 10 },
    );
    socket.write(chunked(call).repeat(20));
    assert.equal(await socket.closed(), "");
    assert.equal(calls, 1);
  });

  it("are answered before an upgrade that follows them", async (t) => {
    const socket = await connected(t, () => setImmediate(Uint8Array.of(1)));
    socket.write(chunked(call).repeat(2) + upgradeHead("/"));
    const [before] = (await socket.until(/ 101 /)).split(" 101 ");
    assert.match(before ?? "", /"result":"0x01".*"result":"0x01"/s);
  });

  it("are answered completely before an upgrade, although their client reads late", async (t) => {
    const { server } = await served(t, async () => new Uint8Array(largeBytes));
    const socket = connect(server.port, "127.0.0.1");
    socket.write(chunked(largeBatch) + upgradeHead("/"));
    // The server writes a piece in each turn until the system accepts no more.
    for (let turn = 0; turn < 2000; turn++) await setImmediate();
    let before = 0;
    for await (const bytes of socket as AsyncIterable<Buffer>) {
      const end = bytes.indexOf("HTTP/1.1 101 ");
      before += end < 0 ? bytes.length : end;
      if (end >= 0) break;
    }
    assert.ok(before > 10 * largeBytes);
  });

  it("end with their connection, also if an upgrade follows them", async (t) => {
    const { genesis, block } = smallChain();
    for (const line of ["X-Other: a", "Connection:\tclose\t"]) {
      const { logs, begins, aborted } = endlessLogs();
      const { server } = await serve(t, "node", {
        backend: fakeBackend([genesis, block], { logs }),
      });
      const client = await RawSocket.open(t, server.port);
      client.write(chunked(requestText("eth_getLogs", [{}]), line) + upgradeHead("/"));
      await begins;
      client.socket.resetAndDestroy();
      await aborted;
    }
  });

  it("close with their server, also if an upgrade follows them", async (t) => {
    const { backend, begins } = heldCall();
    const { server } = await serve(t, "node", { backend, limits: { closeGraceMs: 0 } });
    const socket = await RawSocket.open(t, server.port);
    socket.write(chunked(call) + upgradeHead("/"));
    await begins;
    await server.close();
    await socket.closed();
  });

  it("are cut off if their client reads nothing, also if an upgrade follows them", async (t) => {
    const answer = async () => new Uint8Array(largeBytes);
    const { server, logged } = await served(t, answer, { keepAliveMs: 100 });
    const socket = await RawSocket.open(t, server.port);
    socket.socket.pause();
    socket.write(chunked(largeBatch) + upgradeHead("/"));
    while (logged.length === 0) await setImmediate();
    assert.match(logged[0]?.message ?? "", /reads too slowly/);
  });
});
