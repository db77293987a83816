import assert from "node:assert/strict";
import perfHooks from "node:perf_hooks";
import { describe, it } from "node:test";
import { setImmediate as nextIteration } from "node:timers/promises";
import type { Health } from "../../backend/node-api.js";
import { defaultLimits } from "../../limits.js";
import { fakeBackend } from "../../testing/fake-backend.js";
import { requestText, serve, smallChain, transports } from "../../testing/serve.js";
import { ServedBackend } from "../served-backend.js";
import { pageReader } from "./pages.js";

for (const transport of transports) {
  describe(`pages and compression over ${transport}`, () => {
    it("shows its health without a key, its metrics only with one", async (t) => {
      const { genesis, block } = smallChain();
      const poolContent = () => assert.fail("the pool is counted, not listed");
      const backend = { ...fakeBackend([genesis, block]), poolContent };
      const { server, post } = await serve(t, transport, { apiKeys: ["one"], backend });
      await post(requestText("eth_chainId", []), { path: "/one" });
      await post(requestText("eth_getBalance", ["0x"]), { path: "/one" });
      const get = (path: string) => fetch(server.url + path);
      const health = await get("/health");
      assert.equal(health.status, 200);
      const { headAgeSeconds, ...told } = (await health.json()) as { headAgeSeconds: number };
      assert.ok(headAgeSeconds >= 0);
      const disk = { freeBytes: 1_000_000_000, isWritable: true };
      assert.deepEqual(told, { status: "ready", blockNumber: 1, disk, server: server.transport });
      assert.equal((await get("/metrics")).status, 401);
      const figures = await get("/one/metrics");
      assert.equal(figures.status, 200);
      const text = await figures.text();
      assert.match(text, /^tandem_requests_total\{method="eth_chainId",outcome="answered"\} 1$/m);
      assert.match(text, /^tandem_requests_total\{method="eth_getBalance",outcome="refused"\} 1$/m);
      assert.match(text, /^tandem_head_number 1$/m);
      assert.match(text, /^tandem_ready 1$/m);
      assert.match(text, /^tandem_library_executions_total 0$/m);
      assert.match(text, /^tandem_pool_transactions 3$/m);
      assert.match(text, /^tandem_disk_free_bytes \d+$/m);
    });

    it("reports a lag of the event loop that was not measured as 0", async (t) => {
      const { server } = await serve(t, transport);
      // The first request begins to measure; the second one empties what was measured meanwhile.
      for (let request = 0; request < 2; request++) {
        const text = await (await fetch(`${server.url}/metrics`)).text();
        const lags = [...text.matchAll(/^nodejs_eventloop_lag\w*_seconds (\S+)$/gm)];
        assert.equal(lags.length, 8);
        for (const [line, seconds] of lags) assert.ok(Number(seconds) < 3600, line);
      }
    });

    it("reports metrics again after they could not be measured", async (t) => {
      const { server } = await serve(t, transport);
      const measuring = t.mock.method(perfHooks, "monitorEventLoopDelay", () => {
        throw new Error("too many open files");
      });
      assert.equal((await fetch(`${server.url}/metrics`)).status, 500);
      measuring.mock.restore();
      assert.equal((await fetch(`${server.url}/metrics`)).status, 200);
    });

    it("refuses traffic while it lags or cannot write, and gives the reason", async (t) => {
      const { genesis, block } = smallChain();
      const disk = { freeBytes: 10, isWritable: false };
      let health: Health = { status: "disk-full", disk, headTimestamp: 0 };
      // The database cannot be read either.
      const unread = () => assert.fail("the health is told without the database");
      const backend = fakeBackend([genesis, block], { health: () => health, block: unread });
      const { server, call } = await serve(t, transport, { backend });
      const full = await fetch(`${server.url}/health`);
      assert.equal(full.status, 503);
      const { status, disk: told } = (await full.json()) as Health;
      assert.deepEqual({ status, disk: told }, { status: "disk-full", disk });
      assert.match(await (await fetch(`${server.url}/metrics`)).text(), /^tandem_ready 0$/m);
      health = { ...health, status: "lagging", disk: { ...disk, isWritable: true } };
      assert.equal((await fetch(`${server.url}/health`)).status, 503);
      assert.equal((await call("eth_chainId")).result, "0x1f");
    });

    it("shows answers to pages of the configured origins only", async (t) => {
      const named = "http://localhost:3000";
      const { server, post } = await serve(t, transport, { corsOrigins: [named, "https://a.b"] });
      const allowed = ({ headers }: Response) => headers.get("access-control-allow-origin");
      const from = (origin: string) =>
        post(requestText("eth_chainId", []), { headers: { origin } });
      assert.equal(allowed(await from(named)), named);
      assert.equal(allowed(await from("https://a.b")), "https://a.b");
      const stranger = await from("http://localhost:3001");
      assert.equal(allowed(stranger), null);
      assert.match(stranger.headers.get("vary") ?? "", /origin/);
      const page = (origin: string) => fetch(`${server.url}/health`, { headers: { origin } });
      assert.equal(allowed(await page(named)), named);
      assert.equal(allowed(await page("http://localhost:3001")), null);
      const preflight = (origin: string) =>
        fetch(server.url, { method: "OPTIONS", headers: { origin } });
      assert.equal(allowed(await preflight(named)), named);
      const refused = await preflight("https://evil.example");
      assert.deepEqual(
        [...refused.headers.keys()].filter((name) => name.startsWith("access-control-")),
        [],
      );
    });

    it("returns no answer that is longer than the limit", async (t) => {
      const { call } = await serve(t, transport, { limits: { answerCharactersMax: 1000 } });
      const data = `0x${"ab".repeat(600)}`;
      const { error } = await call("eth_call", [{ to: `0x${"11".repeat(20)}`, data }, "latest"]);
      assert.equal(error?.code, -32005);
      assert.deepEqual(error?.data, { limit: "answer-characters", max: 1000 });
    });

    it("answers 500 for a page that cannot be read, and continues", async (t) => {
      const { genesis, block } = smallChain();
      const backend = fakeBackend([genesis, block], {
        health: () => {
          throw new Error("the disk has no size");
        },
      });
      const { server, call } = await serve(t, transport, { backend });
      const health = await fetch(`${server.url}/health`);
      assert.equal(health.status, 500);
      assert.doesNotMatch(await health.text(), /disk/);
      assert.equal((await call("eth_chainId")).result, "0x1f");
    });

    it("compresses a long answer on request, and no other", async (t) => {
      const { server } = await serve(t, transport);
      const answerTo = async (data: string, encoding: string) => {
        const params = [{ to: `0x${"11".repeat(20)}`, data }, "latest"];
        return fetch(server.url, {
          method: "POST",
          headers: { "content-type": "application/json", "accept-encoding": encoding },
          body: requestText("eth_call", params),
        });
      };
      const long = `0x${"ab".repeat(defaultLimits.gzipCharactersMin)}`;
      for (const encoding of ["gzip", "br, gzip;q=0.5", "deflate,gzip"]) {
        const packed = await answerTo(long, encoding);
        assert.equal(packed.headers.get("content-encoding"), "gzip", encoding);
        assert.equal(packed.headers.get("vary"), "accept-encoding");
        assert.equal(((await packed.json()) as { result: string }).result, long);
      }
      for (const encoding of ["identity", "gzip;q=0", "br", "xgzip"]) {
        const plain = await answerTo(long, encoding);
        assert.equal(plain.headers.get("content-encoding"), null, encoding);
        assert.equal(((await plain.json()) as { result: string }).result, long);
      }
      const short = await answerTo("0xab", "gzip");
      assert.equal(short.headers.get("content-encoding"), null);
      await short.text();
    });
  });
}

it("computes the metrics once for all requests of one iteration of the event loop", async () => {
  const { genesis, block } = smallChain();
  let headNumber = 0;
  const read = pageReader({
    served: new ServedBackend(fakeBackend([genesis, block], { headNumber: () => ++headNumber })),
    clock: { now: () => 0 },
    transport: undefined,
    counts: () => [],
    readOthers: async () => {},
  });
  for (const turn of [1, 2]) {
    const pages = await Promise.all(Array.from({ length: 50 }, () => read("metrics")));
    for (const page of pages) assert.match(page.body, new RegExp(`head_number ${turn}$`, "m"));
    await nextIteration();
  }
});
