import assert from "node:assert/strict";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect, type Socket } from "node:net";
import { describe, it } from "node:test";
import {
  fakeBackend,
  makeBlock,
  rawTransactions,
  transferLog,
} from "../../testing/fake-backend.js";
import { postHead, RawSocket } from "../../testing/raw-socket.js";
import { type JsonAnswer, requestText, serve, transports } from "../../testing/serve.js";

const chainId = requestText("eth_chainId", []);
const json = async (answer: Response) => (await answer.json()) as JsonAnswer;

/** Resolves at the first data a socket gets. */
const firstData = async (socket: Socket) => String((await once(socket, "data"))[0]);

for (const transport of transports) {
  describe(`HTTP over ${transport}`, () => {
    it("answers a call with 200 and JSON, on any path", async (t) => {
      const { post } = await serve(t, transport);
      for (const path of ["/", "/v1/some-key", "/a/b/c?d=e"]) {
        const answer = await post(chainId, { path });
        assert.equal(answer.status, 200);
        assert.equal(answer.headers.get("content-type"), "application/json");
        assert.deepEqual(await answer.json(), { jsonrpc: "2.0", id: 1, result: "0x1f" });
      }
    });

    it("also answers errors with 200", async (t) => {
      const { post } = await serve(t, transport);
      for (const [body, code] of [
        ["{", -32700],
        ["[]", -32600],
        ["", -32700],
      ] as const) {
        const answer = await post(body);
        assert.equal(answer.status, 200);
        assert.equal((await json(answer)).error?.code, code);
      }
    });

    it("answers a notification with 204 and nothing", async (t) => {
      const { post } = await serve(t, transport);
      const answer = await post('{"jsonrpc":"2.0","method":"eth_chainId"}');
      assert.equal(answer.status, 204);
      assert.equal(await answer.text(), "");
    });

    it("keeps the connection for the next request", async (t) => {
      const served = await serve(t, transport);
      const head = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
      const one = `${head}Content-Length: ${chainId.length}\r\n\r\n${chainId}`;
      const last = one.replace("Host: localhost", "Host: localhost\r\nConnection: close");
      const socket = connect(served.server.port, "127.0.0.1");
      t.after(() => socket.destroy());
      for (const text of [one, one, last]) {
        socket.write(text);
        assert.match(await firstData(socket), /^HTTP\/1\.1 200 OK/);
      }
    });

    it("reads a body in pieces, with a length or without", async (t) => {
      const served = await serve(t, transport);
      const text = JSON.stringify({ ...JSON.parse(chainId), id: "pïece" });
      for (const headers of [{ "content-length": Buffer.byteLength(text) }, {}]) {
        const request = httpRequest({
          port: served.server.port,
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
        });
        const body = Buffer.from(text);
        const answered = once(request, "response");
        request.write(body.subarray(0, body.indexOf("ï") + 1));
        await new Promise(setImmediate);
        request.end(body.subarray(body.indexOf("ï") + 1));
        const [response] = await answered;
        let answer = "";
        for await (const chunk of response) answer += chunk;
        assert.equal(JSON.parse(answer).id, "pïece");
      }
    });

    it("allows POST and OPTIONS and answers 405 to other methods", async (t) => {
      const { server } = await serve(t, transport);
      for (const method of ["GET", "HEAD", "PUT", "DELETE", "PATCH"]) {
        const answer = await fetch(server.url, { method });
        assert.equal(answer.status, 405, method);
        assert.equal(answer.headers.get("allow"), "POST, OPTIONS");
        await answer.text();
      }
    });

    it("accepts only JSON", async (t) => {
      const { post } = await serve(t, transport);
      const types = ["application/json", "Application/JSON; charset=utf-8", "application/json-rpc"];
      for (const type of types) {
        const answer = await post(chainId, { headers: { "content-type": type } });
        assert.equal(answer.status, 200, type);
        await answer.text();
      }
      for (const type of [
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/jsonx",
        "",
      ]) {
        const answer = await post(chainId, { headers: { "content-type": type } });
        assert.equal(answer.status, 415, type);
        assert.equal((await json(answer)).error?.code, -32600);
      }
    });

    it("answers pages in browsers", async (t) => {
      const { server, post } = await serve(t, transport);
      assert.equal((await post(chainId)).headers.get("access-control-allow-origin"), "*");
      const preflight = await fetch(server.url, {
        method: "OPTIONS",
        headers: { "access-control-request-method": "POST" },
      });
      assert.equal(preflight.status, 204);
      const header = (name: string) => preflight.headers.get(`access-control-allow-${name}`);
      assert.equal(header("origin"), "*");
      assert.match(header("methods") ?? "", /POST/);
      assert.equal(header("headers"), "*");
    });

    it("answers 413 to a body over the limit, and the client can read it", async (t) => {
      const bodyBytesMax = 1024 * 1024;
      const { post, call } = await serve(t, transport, { limits: { bodyBytesMax } });
      const answer = await post(" ".repeat(8 * bodyBytesMax));
      assert.equal(answer.status, 413);
      const { id, error } = await json(answer);
      assert.equal(id, null);
      assert.equal(error?.code, -32005);
      assert.deepEqual(error?.data, { limit: "body-bytes", max: bodyBytesMax });
      assert.equal((await call("eth_chainId")).result, "0x1f");
    });

    it("also answers 413 without an announced length", async (t) => {
      const { server } = await serve(t, transport, { limits: { bodyBytesMax: 1000 } });
      const request = httpRequest({
        port: server.port,
        method: "POST",
        headers: { "content-type": "application/json", "transfer-encoding": "chunked" },
      });
      const answered = once(request, "response");
      for (let i = 0; i < 20; i++) request.write(" ".repeat(100));
      request.end();
      const [response] = await answered;
      assert.equal(response.statusCode, 413);
      response.resume();
    });

    it("sends a large answer completely to a client that reads slowly", async (t) => {
      const data = "ab".repeat(2_500_000);
      const served = await serve(t, transport);
      const body = requestText("eth_call", [{ data: `0x${data}` }, "latest"]);
      const request = httpRequest({
        port: served.server.port,
        method: "POST",
        headers: { "content-type": "application/json" },
      });
      request.end(body);
      const [response] = await once(request, "response");
      let text = "";
      for await (const chunk of response) {
        text += chunk;
        await new Promise(setImmediate);
      }
      assert.equal(JSON.parse(text).result, `0x${data}`);
    });

    it("survives input that is not HTTP", async (t) => {
      const { server, call } = await serve(t, transport);
      for (const garbage of ["\u0000\u0001garbage\r\n\r\n", "POST / HTTP/9.9\r\n\r\n", "\r\n"]) {
        const socket = connect(server.port, "127.0.0.1");
        await once(socket, "connect");
        socket.on("error", () => {});
        socket.write(garbage);
        assert.equal((await call("eth_chainId")).result, "0x1f");
        socket.destroy();
      }
    });

    it("answers at every key and only there, if keys are configured", async (t) => {
      const { post, connect: open } = await serve(t, transport, { apiKeys: ["alpha", "beta"] });
      for (const path of ["/alpha", "/v2/beta"])
        assert.equal((await post(chainId, { path })).status, 200);
      for (const path of ["/", "/gamma", "/alpha/"]) {
        const answer = await post(requestText("eth_chainId", [], "mine"), { path });
        assert.equal(answer.status, 401);
        const { id, error } = await json(answer);
        assert.equal(id, "mine");
        assert.equal(error?.code, -32016);
        assert.match(error?.message ?? "", /^unauthorized/);
      }
      const big = await post('{"jsonrpc":"2.0","id":123456789012345678901,"method":"x"}');
      assert.match(await big.text(), /"id":123456789012345678901,/);
      await assert.rejects(open("/gamma"), /401/);
      const client = await open("/alpha");
      assert.equal((await client.call("eth_chainId", [])).result, "0x1f");
      client.socket.close();
    });

    it("refuses by key, method, content type and length before the body is sent", async (t) => {
      const { server } = await serve(t, transport, { apiKeys: ["alpha"] });
      const head = postHead("/alpha", "Content-Length: 20000000");
      const text = head.replace("application/json", "text/plain");
      for (const [status, sent] of [
        [401, postHead("/wrong", "Content-Length: 20000000")],
        [405, head.replace("POST", "PUT")],
        [415, text],
        [413, postHead("/alpha", "Content-Length: 50000000")],
      ] as const) {
        const socket = await RawSocket.open(t, server.port);
        socket.write(sent);
        assert.match(await socket.until(/\r\n\r\n/), new RegExp(`^HTTP/1\\.1 ${status} `), sent);
      }
    });

    it("reads no more of a body of unknown length without a valid key than an id needs", async (t) => {
      const { server } = await serve(t, transport, { apiKeys: ["alpha"] });
      const socket = await RawSocket.open(t, server.port);
      const chunk = `${(8192).toString(16)}\r\n${" ".repeat(8192)}\r\n`;
      socket.write(postHead("/wrong", "Transfer-Encoding: chunked") + chunk);
      assert.match(await socket.until(/unauthorized/), /^HTTP\/1\.1 401 .*"id":null/s);
    });

    it("logs nothing of a key", async (t) => {
      const { post, logged } = await serve(t, transport, {
        apiKeys: ["alpha"],
        backend: fakeBackend([], {
          gasPrice: () => {
            throw new Error("broken");
          },
        }),
      });
      await post(requestText("eth_gasPrice", []), { path: "/alpha" });
      await post(chainId, { path: "/wrong-key" });
      assert.equal(logged.length, 1);
      assert.ok(!/alpha|wrong-key/.test(JSON.stringify(logged)));
    });

    it("serves a hundred clients at once", async (t) => {
      const chain = [makeBlock({})];
      const parent = chain[0];
      assert.ok(parent);
      const logs = Array.from({ length: 100 }, (_, i) => transferLog(1, i));
      chain.push(makeBlock({ parent, transactions: [[rawTransactions.legacy, logs]] }));
      const { post } = await serve(t, transport, { backend: fakeBackend(chain) });
      const body = requestText("eth_getLogs", [{}]);
      const texts = await Promise.all(
        Array.from({ length: 100 }, async () => (await post(body)).text()),
      );
      assert.equal(new Set(texts).size, 1);
      assert.equal((JSON.parse(texts[0] ?? "").result as unknown[]).length, 100);
    });
  });
}
