import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { HttpConnection } from "./http-connection.js";
import { rpcRequest } from "./request.js";

const body = '{"jsonrpc":"2.0","id":1,"result":"0x1"}';
const refused = '{"jsonrpc":"2.0","id":1,"error":"0x1"}';
const answerOf = (text: string, head = "") =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n${head}\r\n${text}`;

let server: Server | undefined;
afterEach(() => server?.close());

/** Answers the requests in order, each in the given pieces. */
async function connectTo(...answers: readonly (readonly string[])[]): Promise<HttpConnection> {
  const left = [...answers];
  const answer = async (socket: Socket) => {
    for (const piece of left.shift() ?? []) {
      socket.write(piece);
      for (let turn = 0; turn < 5; turn++) await setImmediate();
    }
  };
  server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.on("data", () => void answer(socket));
    socket.on("error", () => {});
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  return HttpConnection.open(address.port);
}

const request = rpcRequest("eth_blockNumber");

describe("an HTTP connection of the load generator", () => {
  it("returns the length of each body, whole, split anywhere, or in chunks", async () => {
    const whole = answerOf(body);
    const connection = await connectTo(
      [whole],
      [whole],
      [whole.slice(0, 7), whole.slice(7)],
      [whole.slice(0, -30), whole.slice(-30)],
      [`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n27\r\n${body}\r\n`, "0\r\n\r\n"],
      [whole],
    );
    const lengths: number[] = [];
    for (let i = 0; i < 6; i++) lengths.push(await connection.ask(request));
    const chunked = body.length + "27\r\n\r\n0\r\n\r\n".length;
    const { length } = body;
    assert.deepEqual(lengths, [length, length, length, length, chunked, length]);
    connection.close();
  });

  it("counts an error as a failure even if it looks like the previous answer", async () => {
    assert.equal(refused.length, body.length - 1);
    const padded = refused.replace('"0x1"', '"0x01"');
    const connection = await connectTo([answerOf(body)], [answerOf(padded)]);
    await connection.ask(request);
    await assert.rejects(connection.ask(request), /refused: .*"error":"0x01"/);
    connection.close();
  });

  it("accepts an error where one is expected", async () => {
    const connection = await connectTo([answerOf(refused)]);
    connection.isRefusalAllowed = true;
    assert.equal(await connection.ask(request), refused.length);
    connection.close();
  });

  it("fails on another status, and when the server disconnects", async () => {
    const connection = await connectTo(["HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"], []);
    await assert.rejects(connection.ask(request), /503 Busy/);
    const asked = connection.ask(request);
    connection.socket.destroy();
    await assert.rejects(asked, /closed/);
    await assert.rejects(connection.ask(request), /closed/);
    const again = await connection.open();
    assert.notEqual(again, connection);
    assert.equal(await again.open(), again);
    again.close();
  });
});
