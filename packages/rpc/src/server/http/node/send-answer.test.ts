import assert from "node:assert/strict";
import { it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { fakeBackend } from "../../../testing/fake-backend.js";
import { postHead, RawSocket } from "../../../testing/raw-socket.js";
import { requestText, serve, smallChain } from "../../../testing/serve.js";

it("an answer that Node's server sends in pieces has no more listeners than Node expects", async (t) => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on("warning", onWarning);
  t.after(() => process.off("warning", onWarning));
  const { genesis, block } = smallChain();
  const call = async () => new Uint8Array(64 * 1024);
  const { server } = await serve(t, "node", { backend: fakeBackend([genesis, block], { call }) });
  const batch = `[${requestText("eth_call", [{}, "latest"])}]`;
  const socket = await RawSocket.open(t, server.port);
  // Node's own parser reads a request with the second header.
  socket.write(postHead("/", `Content-Length: ${batch.length}`, "TE: trailers") + batch);
  await socket.until(/"result".*\}\]$/s);
  await setImmediate();
  const many = warnings.filter(({ name }) => name === "MaxListenersExceededWarning");
  assert.deepEqual(many, []);
});
