import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { describe, it, type TestContext } from "node:test";
import { isSliceOver } from "../scheduler.js";
import { parseInPieces } from "./parse-in-pieces.js";

async function listen(t: TestContext, server: Server) {
  server.on("connection", parseInPieces);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return async (localAddress = "127.0.0.1") => {
    const socket = connect({ host: "127.0.0.1", port, localAddress });
    t.after(() => socket.destroy());
    await once(socket, "connect");
    return socket;
  };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

/** Uses up the time slice. */
function useUpSlice(): void {
  while (!isSliceOver());
}

/** Resolves with all that a server sends until it closes the connection. */
async function everything(socket: Socket | Duplex): Promise<string> {
  let text = "";
  socket.on("data", (bytes) => {
    text += bytes;
  });
  await once(socket, "close");
  return text;
}

describe("a connection whose bytes are parsed in pieces", () => {
  it("has no more than a piece parsed after it was destroyed", async (t) => {
    const requests: IncomingMessage[] = [];
    const server = createServer((request) => {
      requests.push(request);
      request.socket.destroy();
    });
    const open = await listen(t, server);
    const socket = await open();
    socket.on("error", () => {});
    const closed = everything(socket);
    socket.write(get("/").repeat(2000));
    await closed;
    assert.ok(requests.length > 0 && requests.length <= 400 / 3 + 1);
  });

  it("lets a connection of another address take its turn before its next piece", async (t) => {
    let flood = 0;
    let before: number | undefined;
    const server = createServer((request, response) => {
      if (request.url === "/flood") flood += 1;
      else before = flood;
      response.end();
      useUpSlice();
    });
    const open = await listen(t, server);
    const flooding = await Promise.all(Array.from({ length: 10 }, () => open("127.0.0.2")));
    const polite = await open("127.0.0.3");
    for (const socket of flooding) socket.resume().write(get("/flood").repeat(1000));
    await once(server, "request");
    polite.write(get("/polite"));
    await once(polite, "data");
    // The rest of the flood waits behind it.
    assert.ok(before !== undefined && before < flooding.length * 1000);
  });

  it("loses none of a body, in chunks and with a length, while slices end and the request is paused", async (t) => {
    const server = createServer(async (request, response) => {
      let text = "";
      for await (const bytes of request) {
        text += bytes;
        useUpSlice();
      }
      response.end(text.length === 0 ? "-" : text);
    });
    const open = await listen(t, server);
    const body = Array.from({ length: 40_000 }, (_, i) => String(i % 10)).join("");
    const chunks = body.replace(/.{100}/g, (part) => `64\r\n${part}\r\n`);
    const lengthPost = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const chunkedPost = `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`;
    const last = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    const socket = await open();
    socket.write(lengthPost + chunkedPost + lengthPost + last);
    const text = await everything(socket);
    assert.equal(text.split(body).length - 1, 3);
  });

  it("answers a client that reads late, in order", async (t) => {
    const count = 600;
    const server = createServer((request, response) => {
      response.end(`${request.url}${" ".repeat(10_000)}`);
      useUpSlice();
    });
    const open = await listen(t, server);
    const socket = await open();
    const paths = Array.from({ length: count }, (_, i) => `/${i}/`);
    socket.write(
      paths
        .map(get)
        .join("")
        .replace(/\r\n\r\n$/, "\r\nConnection: close\r\n\r\n"),
    );
    await once(server, "request");
    const text = await everything(socket);
    assert.deepEqual([...text.matchAll(/\/\d+\//g)].map(String), paths);
  });

  it("gives an upgrade the bytes behind its head, in order", async (t) => {
    const head = "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n";
    const server = createServer((_request, response) => response.end("no"));
    server.on("upgrade", (_request, stream: Duplex, first: Buffer) => {
      if (first.length > 0) stream.unshift(first);
      stream.pipe(stream);
    });
    const open = await listen(t, server);
    const data = Array.from({ length: 20_000 }, (_, i) => `${i} `).join("");
    const socket = await open();
    socket.end(head + data);
    assert.equal(await everything(socket), data);
  });
});
