import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeBackend } from "../testing/fake-backend.js";
import { requestText, serve, smallChain, transports } from "../testing/serve.js";
import { defaultLimits } from "./limits.js";

for (const transport of transports) {
  describe(`pages and packing over ${transport}`, () => {
    it("tells its health without a key, its figures only with one", async (t) => {
      const { server, post } = await serve(t, transport, { apiKeys: ["one"] });
      await post(requestText("eth_chainId", []), { path: "/one" });
      await post(requestText("eth_getBalance", ["0x"]), { path: "/one" });
      const get = (path: string) => fetch(server.url + path);
      const health = await get("/health");
      assert.equal(health.status, 200);
      assert.match(
        await health.text(),
        /^\{"status":"ready","blockNumber":1,"headAgeSeconds":\d+\}$/,
      );
      assert.equal((await get("/metrics")).status, 401);
      const figures = await get("/one/metrics");
      assert.equal(figures.status, 200);
      const text = await figures.text();
      assert.match(text, /^tandem_requests_total\{method="eth_chainId",outcome="answered"\} 1$/m);
      assert.match(text, /^tandem_requests_total\{method="eth_getBalance",outcome="refused"\} 1$/m);
      assert.match(text, /^tandem_head_number 1$/m);
    });

    it("answers 500 for a page that cannot be read, and goes on", async (t) => {
      const { genesis, block } = smallChain();
      const backend = fakeBackend([genesis, block], {
        block: () => Promise.reject(new Error("the database is closed")),
      });
      const { server, call } = await serve(t, transport, { backend });
      const health = await fetch(`${server.url}/health`);
      assert.equal(health.status, 500);
      assert.doesNotMatch(await health.text(), /database/);
      assert.equal((await call("eth_chainId")).result, "0x1f");
    });

    it("packs a long answer for who asks, and no other", async (t) => {
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
