import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { postHead, RawSocket } from "../../../testing/raw-socket.js";
import { requestText, serve } from "../../../testing/serve.js";

const chainId = requestText("eth_chainId", []);
const request = postHead("/", `Content-Length: ${chainId.length}`) + chainId;

describe("connections to Node's server", () => {
  it("of one address are limited, and another is served meanwhile", async (t) => {
    const { server } = await serve(t, "node", { limits: { clientConnectionsMax: 2 } });
    const open = (localAddress: string) => RawSocket.open(t, server.port, localAddress);
    const answered = async (localAddress: string) => {
      const socket = await open(localAddress);
      socket.write(request);
      await socket.until(/0x1f/);
      return socket;
    };
    /** The server may see the end of a connection later than its client. */
    const answeredAtLast = (localAddress: string): Promise<RawSocket> =>
      answered(localAddress).catch(() => answeredAtLast(localAddress));
    const first = await answered("127.0.0.2");
    await answered("127.0.0.2");
    const refusal =
      /^HTTP\/1\.1 429 .*connection: close\r\n.*"limit":"client-connections","max":2/is;
    assert.match(await (await open("127.0.0.2")).closed(), refusal);
    await answered("127.0.0.3");
    first.socket.destroy();
    await answeredAtLast("127.0.0.2");
    assert.match(await (await open("127.0.0.2")).closed(), refusal);
  });

  it("count once, also if they request other protocols", async (t) => {
    const { server } = await serve(t, "node", { limits: { clientConnectionsMax: 2 } });
    const socket = await RawSocket.open(t, server.port);
    const lines = ["Connection: Upgrade", "Upgrade: h2c", `Content-Length: ${chainId.length}`];
    for (const answers of [/0x1f/, /(?:0x1f.*){2}/s, /(?:0x1f.*){3}/s]) {
      socket.write(postHead("/", ...lines) + chainId);
      await socket.until(answers);
    }
    const other = await RawSocket.open(t, server.port);
    other.write(request);
    await other.until(/0x1f/);
  });
});
