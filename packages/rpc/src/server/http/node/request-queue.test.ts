/** Tests requests that a client of Node's server sends without waiting for answers. */
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { setImmediate } from "node:timers/promises";
import { fakeBackend } from "../../../testing/fake-backend.js";
import { postHead, RawSocket, upgradeHead } from "../../../testing/raw-socket.js";
import { requestText, type ServeOptions, serve, smallChain } from "../../../testing/serve.js";

/** Returns a request of a form that Node's parser reads. */
function chunked(method: string): string {
  const body = requestText(method, [{ data: "0x" }, "latest"]);
  const head = postHead("/", "Transfer-Encoding: chunked");
  return `${head}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
}

async function connected(t: TestContext, call: () => Promise<Uint8Array>, limits = {}) {
  const { genesis, block } = smallChain();
  const options: ServeOptions = { backend: fakeBackend([genesis, block], { call }), limits };
  const { server } = await serve(t, "node", options);
  return RawSocket.open(t, server.port);
}

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
    socket.write(chunked("eth_call").repeat(20));
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
    socket.write(chunked("eth_call").repeat(20));
    assert.equal(await socket.closed(), "");
    assert.equal(calls, 1);
  });

  it("are answered before an upgrade that follows them", async (t) => {
    const socket = await connected(t, () => setImmediate(Uint8Array.of(1)));
    socket.write(chunked("eth_call").repeat(2) + upgradeHead("/"));
    const [before] = (await socket.until(/ 101 /)).split(" 101 ");
    assert.match(before ?? "", /"result":"0x01".*"result":"0x01"/s);
  });
});
