/** Tests HTTP around JSON-RPC: methods, media types, sizes, browsers, keys. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { it } from "node:test";
import { WebSocket } from "ws";
import { within } from "../eventually.js";
import { JsonSocket } from "../json-socket.js";
import type { NodeContext } from "../node-suite.js";
import { exchange, exchangeJson } from "../raw-http.js";
import type { RpcAnswer } from "../rpc.js";

const request = { jsonrpc: "2.0", id: 41, method: "eth_chainId", params: [] };
const megabyte = 1024 * 1024;
const bodyMegabytes = 50;

/** Returns the status of the answer to a body sent in pieces, whether or not all of it was read. */
function statusOf(url: string, head: string, piece: string): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = "";
  const status = new Promise<number>((resolve, reject) => {
    socket.on("data", (bytes) => {
      received += bytes;
      const line = /^HTTP\/1\.1 (\d{3})/.exec(received);
      if (line) resolve(Number(line[1]));
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error(`closed without an answer: ${received}`)));
  });
  let left = bodyMegabytes;
  const writeOn = () => {
    while (left-- > 0) {
      if (!socket.write(piece)) {
        socket.once("drain", writeOn);
        return;
      }
    }
  };
  socket.write(head);
  writeOn();
  return within("status", status).finally(() => socket.destroy());
}

export function httpCases({ url }: NodeContext): void {
  const json = { "content-type": "application/json" };

  it("takes POST and no other method", async () => {
    for (const method of ["PUT", "DELETE", "PATCH"]) {
      const headers = { ...json, "content-length": "2" };
      const { status } = await exchange(url(), { method, headers, chunks: ["{}"] });
      assert.equal(status, 405, method);
    }
  });

  it("takes JSON and no other media type", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
      const headers = { "content-type": type };
      assert.equal((await exchangeJson(url(), request, { headers })).status, 415, type);
    }
    for (const type of ["application/json; charset=utf-8", "application/json;charset=UTF-8"]) {
      const headers = { "content-type": type };
      assert.equal((await exchangeJson(url(), request, { headers })).status, 200, type);
    }
  });

  it("refuses a body of 50 MB, announced or not", async () => {
    const head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    const announced = `${head}Content-Length: ${bodyMegabytes * megabyte}\r\n\r\n`;
    const text = " ".repeat(megabyte);
    assert.equal(await statusOf(url(), announced, text), 413);
    const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`;
    const chunk = `${megabyte.toString(16)}\r\n${text}\r\n`;
    assert.equal(await statusOf(url(), chunked, chunk), 413);
  });

  it("takes a body that comes in pieces of a byte, whatever they cut through", async () => {
    const id = "ü😀漢".repeat(5);
    const body = Buffer.from(JSON.stringify({ ...request, id }));
    const chunks = Array.from(body, (byte) => Uint8Array.of(byte));
    for (const headers of [{ ...json, "content-length": `${body.length}` }, json]) {
      const answer = await exchange(url(), { headers, chunks });
      assert.deepEqual(JSON.parse(answer.body), { jsonrpc: "2.0", id, result: "0x1f" });
    }
  });

  it("lets wallets in browsers in", async () => {
    const origin = "https://wallet.example";
    const preflight = await exchange(url(), {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type",
      },
    });
    assert.ok([200, 204].includes(preflight.status), `${preflight.status}`);
    const { headers } = preflight;
    assert.match(headers["access-control-allow-origin"] ?? "", /^(\*|https:\/\/wallet\.example)$/);
    assert.match(headers["access-control-allow-methods"] ?? "", /POST/);
    assert.match(headers["access-control-allow-headers"] ?? "", /content-type|\*/i);
    const answer = await exchangeJson(url(), request, { headers: { origin } });
    assert.match(
      answer.headers["access-control-allow-origin"] ?? "",
      /^(\*|https:\/\/wallet\.example)$/,
    );
  });

  it("answers on any path, as no keys are set", async () => {
    for (const path of ["/", "/some-key", "/v2/some-key", "/%E2%82%AC"]) {
      const { status, body } = await exchangeJson(url() + path, request);
      assert.deepEqual([status, JSON.parse(body).result], [200, "0x1f"], path);
    }
  });

  it("tells its health", async () => {
    assert.equal((await exchange(`${url()}/health`, { method: "GET" })).status, 200);
  });

  it("tells its figures, for Prometheus", async () => {
    const metrics = await exchange(`${url()}/metrics`, { method: "GET" });
    assert.equal(metrics.status, 200);
    assert.match(metrics.body, /^# HELP /m);
  });

  it("compresses when asked", async () => {
    const block = { ...request, method: "eth_getBlockByNumber", params: ["0x0", false] };
    const plain = await exchangeJson(url(), block);
    assert.equal(plain.headers["content-encoding"], undefined);
    const headers = { "accept-encoding": "gzip" };
    const many = Array.from({ length: 50 }, () => block);
    const packed = await exchangeJson(url(), many, { headers });
    assert.equal(packed.headers["content-encoding"], "gzip");
  });
}

/** Returns the status of the answer to a WebSocket upgrade, 101 if it succeeded. */
async function upgrade(url: string): Promise<number> {
  const socket = new WebSocket(url);
  const refused = new Promise<number>((resolve) => {
    socket.on("unexpected-response", (_, response) => resolve(response.statusCode ?? 0));
  });
  socket.on("error", () => {});
  const open = once(socket, "open").then(() => 101);
  open.catch(() => {});
  try {
    return await within("answer to the upgrade", Promise.race([open, refused]));
  } finally {
    socket.terminate();
  }
}

export function keyCases({ node }: NodeContext, keys: readonly [string, ...string[]]): void {
  const wrong = (): string[] => {
    const [key] = keys;
    const paths = ["", "/", "/wrong", `/${key}x`, `/${key.slice(1)}`, `/${key}/more`];
    return [...paths, `/${key.toUpperCase()}`, `/?key=${key}`];
  };

  it("refuses a call without a known key, and echoes its id", async () => {
    for (const path of wrong()) {
      const { status, body } = await exchangeJson(node().url + path, request);
      assert.equal(status, 401, path);
      const { id, error } = JSON.parse(body) as RpcAnswer;
      assert.deepEqual([id, error?.code], [41, -32016], path);
      assert.match(error?.message ?? "", /^unauthorized/);
    }
    const batch = await exchangeJson(node().url, [request, request]);
    assert.equal(batch.status, 401);
    const broken = await exchangeJson(node().url, "{");
    assert.equal(broken.status, 401);
  });

  it("accepts every key as the last segment of any path", async () => {
    for (const key of keys) {
      for (const path of [`/${key}`, `/v2/${key}`]) {
        const { status, body } = await exchangeJson(node().url + path, request);
        assert.deepEqual([status, JSON.parse(body).result], [200, "0x1f"], path);
      }
    }
  });

  it("refuses the upgrade of a WebSocket without a known key", async () => {
    for (const path of wrong()) assert.equal(await upgrade(node().wsUrl + path), 401, path);
    for (const key of keys) {
      assert.equal(await upgrade(`${node().wsUrl}/${key}`), 101);
      const socket = await JsonSocket.open(`${node().wsUrl}/${key}`);
      assert.equal(await socket.call("eth_chainId"), "0x1f");
      await socket.close();
    }
  });

  it("lets a browser's preflight pass, which carries no key of its own", async () => {
    const headers = { origin: "https://wallet.example", "access-control-request-method": "POST" };
    const { status } = await exchange(`${node().url}/${keys[0]}`, { method: "OPTIONS", headers });
    assert.ok([200, 204].includes(status), `${status}`);
    const refused = await exchangeJson(node().url, request, { headers: { origin: "https://x.y" } });
    assert.equal(refused.status, 401);
    assert.ok(refused.headers["access-control-allow-origin"], "else a browser hides the reason");
  });
}
