/** Tests the headers that describe the head, and requests that require a height, over both servers. */
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { toHex } from "@tandem/primitives";
import { defaultLimits } from "../../limits.js";
import { makeBlock } from "../../testing/fake-backend.js";
import { RawSocket } from "../../testing/raw-socket.js";
import {
  type JsonAnswer,
  requestText,
  type Served,
  serve,
  transports,
} from "../../testing/serve.js";
import type { Transport } from "../native-server.js";
import { CallsUnderWay } from "../request/pending-call.js";
import { createHttp, type HttpParts, isPost } from "./http.js";
import type { HttpHead } from "./http-head.js";

const request = requestText("eth_blockNumber", []);
const wanting = (height: string) => ({ headers: { "tandem-min-height": height } });
const headOf = ({ headers }: Response) => [
  headers.get("tandem-height"),
  headers.get("tandem-hash"),
];

/** A limit that no test reaches. */
const longMs = 60_000;

function grow({ backend }: Served): void {
  const block = makeBlock({ parent: backend.chain.at(-1) as ReturnType<typeof makeBlock> });
  backend.chain.push(block);
  backend.move({ removed: [], added: [block] });
}

const serveShort = (t: TestContext, transport: Transport) =>
  serve(t, transport, { limits: { minHeightMsMax: 1 } });

for (const transport of transports) {
  describe(`the head in answers over ${transport}`, () => {
    it("is described by every answer", async (t) => {
      const served = await serve(t, transport);
      const { post, server, backend } = served;
      const nameOfHead = () => [
        `${backend.chain.length - 1}`,
        toHex(backend.chain.at(-1)?.hash as Uint8Array),
      ];
      for (const body of [request, "{", '{"jsonrpc":"2.0","method":"eth_chainId"}']) {
        assert.deepEqual(headOf(await post(body)), nameOfHead());
      }
      grow(served);
      assert.deepEqual(headOf(await post(request)), nameOfHead());
      for (const path of ["/health", "/unknown"]) {
        assert.deepEqual(headOf(await fetch(server.url + path)), nameOfHead());
      }
    });

    it("may be read by web pages", async (t) => {
      const { post } = await serve(t, transport);
      const { headers } = await post(request, wanting("1"));
      assert.equal(
        headers.get("access-control-expose-headers"),
        "tandem-height, tandem-hash, retry-after",
      );
    });

    it("is awaited if a request requires a height", async (t) => {
      const served = await serve(t, transport, { limits: { minHeightMsMax: longMs } });
      const answers = ["0", "1", "2", "3"].map((height) => served.post(request, wanting(height)));
      const results = async (from: number, to: number) => {
        const given = await Promise.all(answers.slice(from, to));
        return Promise.all(given.map(async (one) => ((await one.json()) as JsonAnswer).result));
      };
      assert.deepEqual(await results(0, 2), ["0x1", "0x1"]);
      grow(served);
      assert.deepEqual(await results(2, 3), ["0x2"]);
      grow(served);
      assert.deepEqual(await results(3, 4), ["0x3"]);
    });

    it("is too low for a request after a wait", async (t) => {
      const { post } = await serveShort(t, transport);
      const answer = await post(request, wanting("2"));
      assert.equal(answer.status, 503);
      assert.equal(answer.headers.get("retry-after"), "1");
      assert.deepEqual(headOf(answer)[0], "1");
      const { id, error } = (await answer.json()) as JsonAnswer;
      assert.equal(id, 1);
      assert.deepEqual(
        { ...error },
        {
          code: -32001,
          message: "not there yet: the head is at 1, and the request wants 2 or higher",
          data: { height: 1, minHeight: 2 },
        },
      );
    });

    it("must be requested by a valid height", async (t) => {
      const { post } = await serveShort(t, transport);
      for (const height of ["0x1", "-1", "1.0", "latest", "1234567890123456", "1, 2"]) {
        const answer = await post(request, wanting(height));
        assert.equal(answer.status, 400, height);
        const { error } = (await answer.json()) as JsonAnswer;
        assert.equal(error?.code, -32600);
        assert.match(error?.message ?? "", /Tandem-Min-Height must be .* decimal digits/);
      }
    });

    it("must be requested once", async (t) => {
      const { server } = await serveShort(t, transport);
      const socket = await RawSocket.open(t, server.port);
      const wanted = "Tandem-Min-Height: 9\r\nTandem-Min-Height: 1\r\n";
      const head = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${wanted}`;
      socket.write(`${head}Content-Length: ${request.length}\r\n\r\n${request}`);
      assert.match(await socket.until(/^HTTP\/1\.1 \d+/), /^HTTP\/1\.1 400/);
    });

    it("is high enough for a WebSocket, or the socket is not opened", async (t) => {
      const { server } = await serveShort(t, transport);
      const upgrade = async (height: string) => {
        const socket = await RawSocket.open(t, server.port);
        const key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13";
        const wanted = `Tandem-Min-Height: ${height}`;
        socket.write(
          `GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}\r\n${wanted}\r\n\r\n`,
        );
        return (await socket.until(/^HTTP\/1\.1 \d+/)).slice(0, "HTTP/1.1 101".length);
      };
      assert.equal(await upgrade("1"), "HTTP/1.1 101");
      assert.equal(await upgrade("2"), "HTTP/1.1 503");
      assert.equal(await upgrade("two"), "HTTP/1.1 400");
    });
  });
}

describe("a body whose height is not reached", () => {
  it("is read for its id in slices if it is large", async () => {
    const parts = {
      limits: defaultLimits,
      calls: new CallsUnderWay(defaultLimits),
      pages: {},
      dispatch: () => undefined,
      identify: () => ({ id: "somebody" }),
      position: { height: 0, reached: async () => false },
    };
    const head = { method: "POST", contentType: "application/json", contentEncoding: "" };
    const begun = createHttp(parts as unknown as HttpParts).begin({
      ...head,
      host: "",
      path: "/",
      contentLength: "",
      minHeight: "9",
    } as HttpHead);
    assert.ok(isPost(begun));
    const members = Array.from({ length: 200_000 }, (_, i) => `"${i}":0`).join();
    let turns = 0;
    setImmediate(() => turns++);
    const text = `{"jsonrpc":"2.0","id":7,"method":"eth_call","params":[{${members}}]}`;
    const { status, body } = await begun.finish(text, undefined as never);
    assert.match(status, /^503/);
    assert.equal(JSON.parse(String(body)).id, 7);
    assert.equal(turns, 1, "nobody else is served meanwhile");
  });
});
