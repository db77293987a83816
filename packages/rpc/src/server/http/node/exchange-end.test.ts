import assert from "node:assert/strict";
import { it, type TestContext } from "node:test";
import { fakeBackend } from "../../../testing/fake-backend.js";
import { postHead, RawSocket } from "../../../testing/raw-socket.js";
import { requestText, serve, smallChain } from "../../../testing/serve.js";

const mebibyte = 1024 * 1024;

/** Serves calls that are never answered. The bodies of a client may have 2.5 MiB together. */
async function serveWaiting(t: TestContext) {
  const { genesis, block } = smallChain();
  const backend = fakeBackend([genesis, block], { call: () => new Promise(() => {}) });
  const limits = { bodyBytesMax: 2 * mebibyte, messageBytesMax: 2 * mebibyte };
  const served = await serve(t, "node", {
    backend,
    limits: { ...limits, clientBodiesBytesMax: 2.5 * mebibyte, closeGraceMs: 0 },
  });
  const large = requestText("eth_chainId", []) + " ".repeat(mebibyte);
  const status = async () => {
    const answer = await served.post(large);
    await answer.text();
    return answer.status;
  };
  assert.equal(await status(), 200);
  return { ...served, status };
}

/** The head of a request that Node's own parser reads, because of its last header. */
const parsedHead = (length: number) => postHead("/", `Content-Length: ${length}`, "TE: trailers");

/** Half of a body. */
const unfinished = parsedHead(2 * mebibyte) + " ".repeat(mebibyte);

it("a body that is not complete counts no longer when its connection is closed", async (t) => {
  const { server, call, status } = await serveWaiting(t);
  const sockets: RawSocket[] = [];
  do {
    const socket = await RawSocket.open(t, server.port);
    sockets.push(socket);
    await new Promise((sent) => socket.socket.write(unfinished, sent));
  } while ((await status()) === 200);
  for (const { socket } of sockets) socket.destroy();
  while ((await status()) !== 200) await call("eth_chainId");
});

it("a body behind a waiting answer is not read, and does not count", async (t) => {
  const { server, status } = await serveWaiting(t);
  const slow = requestText("eth_call", [{ data: "0x" }, "latest"]);
  for (let i = 0; i < 6; i++) {
    const socket = await RawSocket.open(t, server.port);
    socket.write(parsedHead(slow.length) + slow + unfinished);
    assert.equal(await status(), 200);
  }
});
