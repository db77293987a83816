/** Tests requests that Node's parser cannot read, behind others that are not answered yet. */
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { endlessLogs } from "../../../testing/endless-logs.js";
import { fakeBackend } from "../../../testing/fake-backend.js";
import { heldCall } from "../../../testing/held-call.js";
import { postHead, RawSocket } from "../../../testing/raw-socket.js";
import { requestText, serve, smallChain } from "../../../testing/serve.js";

const call = requestText("eth_call", [{ data: "0x" }, "latest"]);

/** A request of a form that Node's parser reads. */
const chunkedHead = postHead("/", "Transfer-Encoding: chunked");
const chunk = `${call.length.toString(16)}\r\n${call}\r\n`;
const request = `${chunkedHead}${chunk}0\r\n\r\n`;

/** Serves calls that are answered once the test releases them. */
async function serveHeld(t: TestContext, limits = {}) {
  const { backend, begins, release } = heldCall();
  return { ...(await serve(t, "node", { backend, limits })), begins, release };
}

/** Returns the statuses of answers, of which each has a head and no body contains such a line. */
const statusesOf = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, s]) => s);

const unreadable = [
  ["malformed", "400", "no request\r\n\r\n"],
  ["without a known method", "400", "FIND / HTTP/1.1\r\nHost: localhost\r\n\r\n"],
  ["with a malformed chunk", "400", `${chunkedHead}x\r\n`],
  ["with a malformed chunk behind others", "400", `${chunkedHead}${chunk}x\r\n`],
  ["with large headers", "431", postHead("/", `X-Large: ${"a".repeat(20_000)}`)],
  ["with large extensions of a chunk", "413", `${chunkedHead}1;${"a".repeat(20_000)}\r\n1\r\n`],
  ["with a slow head", "408", "POST / HTTP/1.1\r\n"],
  ["with a slow body", "408", `${chunkedHead}${chunk}`],
] as const;

/** Node has timers of a few of its intervals for slow requests. */
const quick = { headMsMax: 50, requestMsMax: 50 };

describe("a request that cannot be read", () => {
  for (const [name, status, text] of unreadable) {
    it(`${name}, is refused after the answers to those before it`, async (t) => {
      const isSlow = status === "408";
      const { server, release, begins } = await serveHeld(t, isSlow ? quick : {});
      const socket = await RawSocket.open(t, server.port);
      socket.write(request.repeat(2) + text);
      await begins;
      // Another connection is refused for the same reason, so the first one must have been found out too.
      const other = await RawSocket.open(t, server.port);
      other.write(text);
      assert.deepEqual(statusesOf(await other.closed()), [status]);
      // What follows is not read.
      socket.write(request);
      release();
      const answers = await socket.closed();
      assert.deepEqual(statusesOf(answers), ["200", "200", status]);
      assert.match(answers, /"result":"0x01".*"result":"0x02"/s);
      assert.match(answers, new RegExp(` ${status} [^]*\r\nconnection: close\r\n`, "i"));
    });
  }

  it("is not answered behind one after which the connection closes", async (t) => {
    const { server, release, begins } = await serveHeld(t);
    const socket = await RawSocket.open(t, server.port);
    const last = postHead("/", "Transfer-Encoding: chunked", "Connection: close");
    socket.write(`${last}${chunk}0\r\n\r\nno request\r\n\r\n`);
    await begins;
    release();
    assert.deepEqual(statusesOf(await socket.closed()), ["200"]);
  });

  it("is not answered a second time if it was refused before its body", async (t) => {
    const { server } = await serveHeld(t);
    const socket = await RawSocket.open(t, server.port);
    socket.write("PUT / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
    await socket.until(/ 405 /);
    socket.write("x\r\n");
    assert.deepEqual(statusesOf(await socket.closed()), ["405"]);
  });

  it("ends the calls before it if its client has left", async (t) => {
    const { genesis, block } = smallChain();
    const { logs, begins, aborted } = endlessLogs();
    const { server } = await serve(t, "node", { backend: fakeBackend([genesis, block], { logs }) });
    const socket = await RawSocket.open(t, server.port);
    const body = requestText("eth_getLogs", [{}]);
    socket.write(`${chunkedHead}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n${chunkedHead}`);
    await begins;
    socket.socket.end();
    await aborted;
    assert.equal(await socket.closed(), "");
  });

  it("with the method CONNECT, is refused after the answers to those before it", async (t) => {
    const { server, release, begins } = await serveHeld(t);
    const socket = await RawSocket.open(t, server.port);
    socket.write(`${request}CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await begins;
    release();
    assert.deepEqual(statusesOf(await socket.closed()), ["200", "405"]);
  });
});
