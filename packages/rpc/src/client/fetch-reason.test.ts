import assert from "node:assert/strict";
import { createServer } from "node:net";
import { it } from "node:test";
import { httpClient } from "./client.js";
import { fetchReason } from "./fetch-reason.js";

it("the reason of a failed request is that of the connection", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => {
    server.close(resolve);
  });
  await assert.rejects(httpClient(`http://127.0.0.1:${port}/secret`).eth_chainId(), {
    message: `no answer over HTTP: connect ECONNREFUSED 127.0.0.1:${port}`,
  });
});

it("a port that fetch never connects to is named as such, since another node may be well on it", async () => {
  await assert.rejects(httpClient("http://127.0.0.1:1").eth_chainId(), {
    message:
      "no answer over HTTP: Node's fetch never connects to this port (Fetch standard, bad ports): use another one",
  });
});

it("the reason is a code if there is no message, and else what the error says", () => {
  const silent = Object.assign(new Error(""), { code: "ECONNREFUSED" });
  assert.equal(fetchReason(new TypeError("fetch failed", { cause: silent })), "ECONNREFUSED");
  assert.equal(fetchReason(new Error("aborted")), "aborted");
  assert.equal(fetchReason("odd"), "odd");
});
