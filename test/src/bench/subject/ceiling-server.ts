/**
 * Sends one fixed answer to every POST and every message, on the given port and over the given
 * transport: with uWebSockets.js, or with Node's own server and `ws`, as the node does where
 * uWebSockets.js has no binary. The fallback of uWebSockets.js opens no WebSocket on Node 22.
 */

import { createServer } from "node:http";
import { WebSocketServer } from "ws";

const answer = '{"jsonrpc":"2.0","id":1,"result":"0x0"}';
const host = "127.0.0.1";
const [port, transport] = [Number(process.argv[2]), process.argv[3]];

async function serveNative(): Promise<void> {
  const { default: uws } = await import("uWebSockets.js");
  uws
    .App()
    .ws("/*", { message: (socket) => void socket.send(answer) })
    .any("/*", (response) => {
      response.onAborted(() => {});
      response.onData((_, isLast) => {
        if (!isLast) return;
        response.cork(() => response.writeHeader("content-type", "application/json").end(answer));
      });
    })
    .listen(host, port, (token) => {
      if (token === false) process.exitCode = 1;
    });
}

function serveWithNode(): void {
  const head = { "content-type": "application/json", "content-length": answer.length };
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(200, head).end(answer));
  });
  new WebSocketServer({ server }).on("connection", (socket) => {
    socket.on("message", () => socket.send(answer));
  });
  server.listen(port, host);
}

if (transport === "uws") await serveNative();
else serveWithNode();
process.once("SIGTERM", () => process.exit());
