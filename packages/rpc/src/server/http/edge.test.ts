/** Tests the server with faulty, old and hostile clients, byte by byte. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { WebSocket } from "ws";
import { postHead, RawSocket, upgradeHead } from "../../testing/raw-socket.js";
import { requestText, serve, transports } from "../../testing/serve.js";

const chainId = requestText("eth_chainId", []);
const length = `Content-Length: ${chainId.length}`;

for (const transport of transports) {
  describe(`the edge over ${transport}`, () => {
    it("announces that it closes a connection on request, and closes it", async (t) => {
      const { server } = await serve(t, transport);
      for (const connection of ["close", "Close", "keep-alive, close"]) {
        const socket = await RawSocket.open(t, server.port);
        socket.write(postHead("/", `Connection: ${connection}`, length) + chainId);
        const answer = await socket.closed();
        assert.match(answer, /^HTTP\/1\.1 200 .*"result":"0x1f"/s, connection);
        assert.equal(answer.match(/connection: close\r\n/gi)?.length, 1, connection);
      }
    });

    it("also closes after a refusal, a page and an answer without a body", async (t) => {
      const { server } = await serve(t, transport);
      const notification = '{"jsonrpc":"2.0","method":"eth_chainId"}';
      for (const [text, status] of [
        ["GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 200],
        ["PUT / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 405],
        [postHead("/", "Connection: close", "Content-Length: 40") + notification, 204],
      ] as const) {
        const socket = await RawSocket.open(t, server.port);
        socket.write(text);
        const answer = await socket.closed();
        assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} .*connection: close\r\n`, "is"));
      }
    });

    it("refuses a request with two lengths or hosts", async (t) => {
      const { server } = await serve(t, transport);
      for (const lines of [
        [length, `Content-Length: ${chainId.length + 1}`],
        [`Content-Length: ${chainId.length + 1}`, length],
        [length, "Host: elsewhere"],
      ]) {
        const socket = await RawSocket.open(t, server.port);
        socket.write(postHead("/", ...lines) + chainId);
        assert.match(await socket.until(/\r\n\r\n/), /^HTTP\/1\.1 400 /, lines.join());
      }
    });

    it("answers only 400 to a length beside an encoding, or to an invalid one", async (t) => {
      const { server } = await serve(t, transport);
      const chunked = `${chainId.length.toString(16)}\r\n${chainId}\r\n0\r\n\r\n`;
      for (const [lines, body] of [
        [[length, "Transfer-Encoding: chunked"], chunked],
        [["Transfer-Encoding: gzip"], chunked],
        [["Content-Length: -5"], chainId],
        [["Content-Length: 5, 6"], chainId],
      ] as const) {
        const socket = await RawSocket.open(t, server.port);
        socket.write(postHead("/", ...lines) + body);
        const answer = await Promise.race([socket.closed(), socket.until(/\r\n\r\n/)]).catch(
          String,
        );
        assert.match(answer, /^$|^Error: closed|^HTTP\/1\.1 400 /, lines.join());
      }
    });

    it("bound to loopback answers requests by address, for localhost and for given names only", async (t) => {
      const { server } = await serve(t, transport, { allowedHosts: ["Node.example"] });
      const statusFor = async (host: string, text: string) => {
        const socket = await RawSocket.open(t, server.port);
        socket.write(text.replace(/Host: .*/, `Host: ${host}`));
        return Number((await socket.until(/\r\n\r\n/)).slice(9, 12));
      };
      const post = postHead("/", length) + chainId;
      const page = "GET /health HTTP/1.1\r\nHost: a\r\n\r\n";
      const { port } = server;
      const named = ["node.example:8545", "NODE.EXAMPLE", "a.localhost", "localhost."];
      for (const host of ["127.0.0.1", `127.0.0.1:${port}`, `[::1]:${port}`, ...named]) {
        assert.equal(await statusFor(host, post), 200, host);
        assert.equal(await statusFor(host, page), 200, host);
        assert.equal(await statusFor(host, upgradeHead("/")), 101, host);
      }
      for (const host of ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:1"]) {
        assert.equal(await statusFor(host, post), 403, host);
        assert.equal(await statusFor(host, page), 403, host);
        assert.equal(await statusFor(host, upgradeHead("/")), 403, host);
      }
    });

    it("opens WebSockets for the origins that may read answers, and for no other browser", async (t) => {
      const { server } = await serve(t, transport, { corsOrigins: ["https://good.example"] });
      const statusFor = async (...lines: string[]) => {
        const socket = await RawSocket.open(t, server.port);
        socket.write(upgradeHead("/", ...lines));
        return Number((await socket.until(/\r\n\r\n/)).slice(9, 12));
      };
      assert.equal(await statusFor("Origin: https://good.example"), 101);
      assert.equal(await statusFor(), 101);
      for (const origin of ["https://evil.example", "null", "https://good.example:444"]) {
        assert.equal(await statusFor(`Origin: ${origin}`), 403, origin);
      }
    });

    it("lets pages of the public internet reach a private network only if configured", async (t) => {
      const asked = { "access-control-request-private-network": "true" };
      for (const [allowsPrivateNetwork, given] of [
        [false, null],
        [true, "true"],
      ] as const) {
        const { server } = await serve(t, transport, { allowsPrivateNetwork });
        const answer = await fetch(server.url, { method: "OPTIONS", headers: asked });
        assert.equal(answer.headers.get("access-control-allow-private-network"), given);
      }
    });

    it("refuses an upgrade without a key with a message", async (t) => {
      const { server } = await serve(t, transport, { apiKeys: ["alpha"] });
      const socket = await RawSocket.open(t, server.port);
      socket.write(upgradeHead("/beta"));
      assert.match(await socket.until(/unauthorized/), /^HTTP\/1\.1 401 /);
      const client = new WebSocket(`${server.wsUrl}/alpha`);
      t.after(() => client.terminate());
      await new Promise((resolve) => client.once("open", resolve));
    });
  });
}
