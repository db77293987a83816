/**
 * Tests requests that few clients send: old versions, other forms and encodings, upgrades to other
 * protocols.
 */
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { mustRefuseUpgrades } from "@tandem/runtime";
import { fakeBackend } from "../../testing/fake-backend.js";
import { postHead, RawSocket, upgradeHead } from "../../testing/raw-socket.js";
import { requestText, serve, smallChain, transports } from "../../testing/serve.js";

const chainId = requestText("eth_chainId", []);
const length = `Content-Length: ${chainId.length}`;
const post = (...lines: string[]) => postHead("/", length, ...lines) + chainId;
const get = (...lines: string[]) =>
  ["GET /health HTTP/1.1", "Host: 127.0.0.1", ...lines, "", ""].join("\r\n");
const answered = /^HTTP\/1\.1 200 .*\r\n\r\n\{/s;

/** Sends a request and returns the received text once the server has closed the connection. */
async function untilClosed(t: TestContext, port: number, text: string): Promise<string> {
  const socket = await RawSocket.open(t, port);
  socket.write(text);
  return socket.closed();
}

/** Sends a request and ends the client's side. */
async function untilEnd(t: TestContext, port: number, text: string): Promise<string> {
  const socket = await RawSocket.open(t, port);
  socket.socket.end(text);
  return socket.closed();
}

for (const transport of transports) {
  describe(`odd requests over ${transport}`, () => {
    it("closes if any of several Connection headers requests it", async (t) => {
      const { server } = await serve(t, transport);
      for (const lines of [
        ["Connection: keep-alive", "Connection: close"],
        ["Connection: close", "Connection: keep-alive"],
        ["Connection:\tclose\t"],
        ["Connection: te,close,x"],
      ]) {
        const answer = await untilClosed(t, server.port, post(...lines));
        assert.match(answer, answered, lines.join());
        assert.equal(answer.match(/connection: close\r\n/gi)?.length, 1, lines.join());
      }
    });

    it("closes after a head that is malformed or too long, and gives the reason", async (t) => {
      const { server } = await serve(t, transport);
      for (const [status, text] of [
        [400, post("Host: elsewhere")],
        [400, post(length)],
        [
          400,
          postHead("/", "Transfer-Encoding: gzip, chunked") +
            `${chainId.length.toString(16)}\r\n${chainId}\r\n0\r\n\r\n`,
        ],
        [431, post(`X-Long: ${"a".repeat(17_000)}`)],
      ] as const) {
        const answer = await untilClosed(t, server.port, text);
        assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} .*connection: close\r\n`, "is"));
        assert.doesNotMatch(answer, /0x1f/);
      }
    });

    it("processes nothing that follows a request after which it closes", async (t) => {
      const { genesis, block } = smallChain();
      let calls = 0;
      const call = async () => {
        calls++;
        return new Uint8Array();
      };
      const backend = fakeBackend([genesis, block], { call });
      const { server } = await serve(t, transport, { backend });
      const body = requestText("eth_call", [{ data: "0x" }, "latest"]);
      const next = postHead("/", `Content-Length: ${body.length}`) + body;
      const socket = await RawSocket.open(t, server.port);
      socket.write(post() + next);
      await socket.until(/0x1f.*"result":"0x"/s);
      assert.equal(calls, 1);
      for (const first of [
        post(length),
        post("Host: elsewhere"),
        post("Connection: close"),
        post("Connection: keep-alive, close"),
        get("Connection: te, close"),
        postHead("/", "Content-Length: 0", "Content-Length: 1"),
      ]) {
        await untilClosed(t, server.port, first + next);
        assert.equal(calls, 1, first);
        const answer = await untilClosed(t, server.port, first + upgradeHead("/"));
        assert.doesNotMatch(answer, / 101 /, first);
      }
    });

    it("refuses a compressed body, instead of reporting invalid JSON", async (t) => {
      const { server } = await serve(t, transport);
      const socket = await RawSocket.open(t, server.port);
      socket.write(post("Content-Encoding: gzip"));
      const refused = await socket.until(/not supported/);
      assert.match(refused, /^HTTP\/1\.1 415 .*accept-encoding: identity\r\n/is);
      socket.write(post("Content-Encoding: identity"));
      assert.match(await socket.until(/0x1f/), /HTTP\/1\.1 200 /);
    });

    it("ignores upgrades that it does not support", async (t) => {
      const { server } = await serve(t, transport);
      // Java's HttpClient requests HTTP/2 like this by default, and curl with --http2.
      const h2c = [
        "Connection: Upgrade, HTTP2-Settings",
        "Upgrade: h2c",
        "HTTP2-Settings: AAMAAAB",
      ];
      const withoutKey = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"];
      for (const lines of [h2c, withoutKey]) {
        const socket = await RawSocket.open(t, server.port);
        socket.write(post(...lines));
        assert.match(await socket.until(/0x1f/), answered, lines.join());
        socket.write(get(...lines));
        assert.match(await socket.until(/blockNumber/), /\}HTTP\/1\.1 200 /, lines.join());
        socket.write(post());
        await socket.until(/0x1f.*0x1f/s);
        // Then Node loses what has arrived behind such a request.
        if (mustRefuseUpgrades) continue;
        socket.write(post(...lines).repeat(3));
        await socket.until(/(?:0x1f.*){5}/s);
      }
    });

    it("ignores an unknown expectation", async (t) => {
      const { server } = await serve(t, transport);
      const socket = await RawSocket.open(t, server.port);
      socket.write(post("Expect: tea"));
      assert.match(await socket.until(/0x1f/), answered);
    });

    it("answers a client that closes its side after its requests", async (t) => {
      const { server } = await serve(t, transport);
      const chunked =
        postHead("/", "Transfer-Encoding: chunked") +
        `${chainId.length.toString(16)}\r\n${chainId}\r\n0\r\n\r\n`;
      for (const text of [post(), get(), chunked, post() + post()]) {
        assert.match(await untilEnd(t, server.port, text), answered);
      }
    });
  });
}

/** The requests that the parser of uWebSockets.js does not accept, with the status of Node's server. */
const forNodeAlone: Readonly<Record<string, readonly [status: number, text: string]>> = {
  "HTTP/1.0": [200, postHead("/", length).replace("HTTP/1.1", "HTTP/1.0") + chainId],
  "HTTP/1.0 without a host": [200, "GET /health HTTP/1.0\r\n\r\n"],
  "the absolute form": [200, postHead("http://localhost:8545/", length) + chainId],
  "the absolute form of another host": [
    403,
    postHead("http://evil.example/alpha", length) + chainId,
  ],
  "the asterisk form": [204, "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n"],
  "fifty-one headers": [200, post(...Array.from({ length: 48 }, (_, i) => `X-${i}: a`))],
  "the extension of a chunk": [
    200,
    postHead("/", "Transfer-Encoding: chunked") +
      `${chainId.length.toString(16)};a=b\r\n${chainId}\r\n0\r\n\r\n`,
  ],
  "a header on two lines": [400, post("X-Folded: a\r\n b")],
  "no host": [400, post().replace(/Host:.*\r\n/, "")],
  "a method in lower case": [400, post().replace("POST", "post")],
};

describe("what uWebSockets.js does not parse", () => {
  it("is not answered there, or refused: the connection closes, and others are served", async (t) => {
    const { server, call } = await serve(t, "uws");
    if (server.transport !== "uws") return t.skip("there is no binary of uWebSockets.js here");
    for (const [what, [, text]] of Object.entries(forNodeAlone)) {
      assert.match(await untilEnd(t, server.port, text), /^$|^HTTP\/1\.1 [45]/, what);
      assert.equal((await call("eth_chainId")).result, "0x1f", what);
    }
  });

  it("is answered by Node's server", async (t) => {
    const { server } = await serve(t, "node");
    for (const [what, [status, text]] of Object.entries(forNodeAlone)) {
      const answer = await untilEnd(t, server.port, text);
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `), what);
    }
  });

  it("keeps an HTTP/1.0 connection on Node's server if the client requests it", async (t) => {
    const { server } = await serve(t, "node");
    const socket = await RawSocket.open(t, server.port);
    const old = post("Connection: keep-alive").replace("HTTP/1.1", "HTTP/1.0");
    socket.write(old);
    assert.match(await socket.until(/0x1f/), answered);
    socket.write(old);
    await socket.until(/0x1f.*0x1f/s);
  });
});
