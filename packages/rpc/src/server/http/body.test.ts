/**
 * Tests large bodies and messages: their number is limited, and further ones are refused with a
 * named limit.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeBackend } from "../../testing/fake-backend.js";
import { postHead, RawSocket } from "../../testing/raw-socket.js";
import { requestText, serve, smallChain, transports } from "../../testing/serve.js";
import { usedBytes } from "../../testing/used-bytes.js";

const mebibyte = 1024 * 1024;
/** Chunks of a byte, many times their length, and a fraction of an object for each. */
const chunks = 100_000;
const chunkedBytesMax = 50 * chunks;
const chainId = requestText("eth_chainId", []);
const unfinished = postHead("/", `Content-Length: ${2 * mebibyte}`) + " ".repeat(mebibyte);

for (const transport of transports) {
  describe(`large bodies over ${transport}`, () => {
    it("are refused over the limit of all clients or of one, and accepted again later", async (t) => {
      const limits = { bodyBytesMax: 2 * mebibyte, messageBytesMax: 2 * mebibyte };
      for (const [shares, limit, status] of [
        [{ clientBodiesBytesMax: 3 * mebibyte }, "client-bodies-bytes", 429],
        [{ bodiesBytesMax: 3 * mebibyte }, "bodies-bytes", 503],
      ] as const) {
        const served = await serve(t, transport, { limits: { ...limits, ...shares } });
        const waiting: RawSocket[] = [];
        const text = chainId + " ".repeat(mebibyte);
        const post = async () => {
          const answer = await served.post(text);
          return [answer.status, await answer.text()] as const;
        };
        let answer = await post();
        assert.equal(answer[0], 200);
        while (answer[0] === 200) {
          const socket = await RawSocket.open(t, served.server.port);
          // A post that overtakes these bytes would be accepted instead, so the connection is
          // accepted first.
          socket.write(postHead("/", `Content-Length: ${chainId.length}`) + chainId);
          await socket.until(/"result":"0x1f"/);
          await new Promise((sent) => socket.socket.write(unfinished, sent));
          waiting.push(socket);
          answer = await post();
        }
        assert.equal(answer[0], status);
        assert.match(answer[1], new RegExp(`"code":-32005,.*"limit":"${limit}"`));
        assert.equal((await served.call("eth_chainId")).result, "0x1f", "small ones go on");
        for (const socket of waiting) socket.socket.destroy();
        while (answer[0] !== 200) answer = await post();
      }
    });

    it("are answered up to the limit of one body, and refused with a byte more", async (t) => {
      const bodyBytesMax = mebibyte / 8;
      const served = await serve(t, transport, { limits: { bodyBytesMax } });
      const whole = chainId.padEnd(bodyBytesMax);
      assert.equal((await served.post(whole)).status, 200);
      assert.equal((await served.post(`${whole} `)).status, 413);
    });

    it("are counted while they are answered, also as messages", async (t) => {
      const { genesis, block } = smallChain();
      let answer = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      const backend = fakeBackend([genesis, block], {
        call: async () => {
          await held;
          return new Uint8Array();
        },
      });
      const limits = { bodyBytesMax: mebibyte, messageBytesMax: mebibyte };
      const clientBodiesBytesMax = 1.5 * mebibyte;
      const served = await serve(t, transport, {
        backend,
        limits: { ...limits, clientBodiesBytesMax },
      });
      const client = await served.connect();
      const large =
        requestText("eth_call", [{ data: "0x" }, "latest"]) + " ".repeat(0.9 * mebibyte);
      client.socket.send(large);
      client.socket.send(large);
      assert.deepEqual((await client.next()).error?.data, {
        limit: "client-bodies-bytes",
        max: clientBodiesBytesMax,
      });
      answer();
      const { result, error } = await client.next();
      assert.deepEqual([result, error], ["0x", undefined]);
      assert.equal((await client.call("eth_chainId", [])).result, "0x1f");
    });

    it("are decoded as a whole, also if a slice ends within a character", async (t) => {
      const served = await serve(t, transport);
      const id = "ü😀漢".repeat(1500);
      const text = requestText("eth_chainId", ["ü😀漢".repeat(100_000)], id);
      const client = await served.connect();
      for (const answer of [
        await (await served.post(` ${text}`)).json(),
        await client.call("eth_chainId", ["ü😀漢".repeat(100_001)], id),
      ]) {
        assert.equal((answer as { id: unknown }).id, id);
      }
    });

    it("are answered in chunks of one byte, and take no more memory than their length", async (t) => {
      const { server } = await serve(t, transport);
      const socket = await RawSocket.open(t, server.port);
      const before = await usedBytes();
      socket.write(postHead("/", "Transfer-Encoding: chunked"));
      await new Promise((sent) => socket.socket.write("1\r\n \r\n".repeat(chunks), sent));
      // Chunks that are still to be parsed, and what earlier tests left, are released soon after.
      let used = Number.POSITIVE_INFINITY;
      for (let i = 0; i < 100 && used >= chunkedBytesMax; i++) used = (await usedBytes()) - before;
      assert.ok(used < chunkedBytesMax, `${used} bytes`);
      socket.write(`${[...chainId].map((one) => `1\r\n${one}\r\n`).join("")}0\r\n\r\n`);
      await socket.until(/"result":"0x1f"/);
    });

    it("with too many values, entries or characters of an id are refused by name", async (t) => {
      const jsonValuesMax = 100_000;
      const served = await serve(t, transport, { limits: { jsonValuesMax } });
      const client = await served.connect();
      const bodies = [
        // It has too many values as well, and the error names the entries.
        [`[${"{},".repeat(110_000)}{}]`, "batch-entries", 1000],
        [requestText("eth_call", [Array(110_000).fill(1)]), "json-values", jsonValuesMax],
        [requestText("eth_chainId", [], "i".repeat(20_000)), "id-characters", 16_384],
        [`{"jsonrpc":"2.0","id":${"7".repeat(20_000)},"method":"x"}`, "id-characters", 16_384],
      ] as const;
      for (const [body, limit, max] of bodies) {
        client.socket.send(body);
        for (const answer of [await (await served.post(body)).json(), await client.next()]) {
          const { id, error } = answer as Awaited<ReturnType<typeof served.call>>;
          assert.deepEqual([id, error?.code, error?.data], [null, -32005, { limit, max }]);
        }
      }
    });
  });
}
