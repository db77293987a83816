/** Tests that the settings about web pages and host names reach the server of a node. */
import assert from "node:assert/strict";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { startLocalNode } from "../support/local-node.js";
import { lacksNativeServer } from "../support/processes/native-server.js";

/** Returns the head of the answer to a request with these lines. */
async function headOf(url: string, ...lines: readonly string[]): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  const connection = lines.some((line) => line.startsWith("Upgrade")) ? "Upgrade" : "close";
  socket.end([...lines, `Connection: ${connection}`, "", ""].join("\r\n"));
  return text(socket);
}
const upgrade = (origin: string) => [
  "GET / HTTP/1.1",
  "Host: localhost",
  `Origin: ${origin}`,
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
];
const statusOf = async (url: string, ...lines: readonly string[]) =>
  Number((await headOf(url, ...lines)).slice(9, 12));
const health = (host: string) => ["GET /health HTTP/1.1", `Host: ${host}`];
const preflight = [
  "OPTIONS / HTTP/1.1",
  "Host: localhost",
  "Origin: https://good.example",
  "Access-Control-Request-Private-Network: true",
];

for (const server of ["uws", "node"]) {
  describe(`a node with --server ${server}`, {
    skip: server === "uws" && lacksNativeServer,
  }, () => {
    it("refuses names that were not given, and keeps web pages from private networks", async (t) => {
      const node = await startLocalNode(["--server", server]);
      t.after(() => node.stop());
      assert.equal(await statusOf(node.url, ...health("localhost")), 200);
      assert.equal(await statusOf(node.url, ...health("evil.example")), 403);
      assert.doesNotMatch(await headOf(node.url, ...preflight), /allow-private-network/i);
    });

    it("takes origins, names and private networks from its settings", async (t) => {
      const flags = ["--cors-origin", "https://good.example", "--allowed-host", "node.example"];
      const node = await startLocalNode(["--server", server, ...flags, "--allow-private-network"]);
      t.after(() => node.stop());
      assert.equal(await statusOf(node.url, ...health("node.example")), 200);
      assert.equal(await statusOf(node.url, ...health("evil.example")), 403);
      assert.equal(await statusOf(node.url, ...upgrade("https://evil.example")), 403);
      assert.match(await headOf(node.url, ...preflight), /allow-private-network: true/i);
    });
  });
}
