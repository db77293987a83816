import assert from "node:assert/strict";
import { it } from "node:test";
import { fakeBackend } from "../../../testing/fake-backend.js";
import { postHead, RawSocket } from "../../../testing/raw-socket.js";
import { requestText, serve, smallChain } from "../../../testing/serve.js";

const mebibyte = 1024 * 1024;

it("a body behind a waiting answer counts no longer when its connection is closed", async (t) => {
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
  const slow = requestText("eth_call", [{ data: "0x" }, "latest"]);
  // Node's own parser reads a request with this header.
  const waiting = postHead("/", `Content-Length: ${slow.length}`, "TE: trailers") + slow;
  const behind = postHead("/", `Content-Length: ${2 * mebibyte}`) + " ".repeat(mebibyte);
  const sockets: RawSocket[] = [];
  do {
    const socket = await RawSocket.open(t, served.server.port);
    sockets.push(socket);
    await new Promise((sent) => socket.socket.write(waiting + behind, sent));
  } while ((await status()) === 200);
  for (const { socket } of sockets) socket.destroy();
  while ((await status()) !== 200) await served.call("eth_chainId");
});
