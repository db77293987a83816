import { it } from "node:test";
import { postHead, RawSocket } from "../../../testing/raw-socket.js";
import { requestText, serve } from "../../../testing/serve.js";

const chainId = requestText("eth_chainId", []);

it("a request for another protocol keeps the length of its body, also behind thousands of headers", async (t) => {
  const { server } = await serve(t, "node");
  const socket = await RawSocket.open(t, server.port);
  const many = Array.from({ length: 2100 }, () => "a:");
  const length = `Content-Length: ${chainId.length}`;
  socket.write(postHead("/", "Connection: Upgrade", "Upgrade: h2c", ...many, length) + chainId);
  await socket.until(/0x1f/);
});
