/** Tests answers over HTTP that their clients do not read. */
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { Limits } from "../../limits.js";
import { fakeBackend } from "../../testing/fake-backend.js";
import { postHead, RawSocket } from "../../testing/raw-socket.js";
import { requestText, serve, smallChain, transports } from "../../testing/serve.js";
import type { Transport } from "../native-server.js";

const mebibyte = 1024 * 1024;
const body = requestText("eth_call", [{ data: "0x" }, "latest"]);
const asked = postHead("/", `Content-Length: ${body.length}`) + body;
/** Node's own parser reads a request with this header. */
const parsed = postHead("/", `Content-Length: ${body.length}`, "TE: trailers") + body;

/** Serves calls with answers of 12 MiB, more than the system takes for a connection. */
function serveLarge(t: TestContext, transport: Transport, limits: Partial<Limits>) {
  const { genesis, block } = smallChain();
  const call = async () => new Uint8Array(6 * mebibyte);
  return serve(t, transport, { limits, backend: fakeBackend([genesis, block], { call }) });
}

async function ask(t: TestContext, port: number, text: string): Promise<RawSocket> {
  const one = await RawSocket.open(t, port);
  one.socket.pause();
  one.write(text);
  return one;
}

for (const transport of transports) {
  describe(`answers that are not read, over ${transport}`, () => {
    for (const [form, text] of [["usual", asked] as const, ["unusual", parsed] as const]) {
      it(`close ${form} connections above the limit of waiting bytes`, async (t) => {
        const limits = { clientWaitingBytesMax: 14 * mebibyte };
        const { server, logged, call, post } = await serveLarge(t, transport, limits);
        const deaf: RawSocket[] = [];
        while (logged.length === 0) {
          assert.ok(deaf.length < 50, "none is closed");
          deaf.push(await ask(t, server.port, text));
          // The answer to this one is read.
          assert.equal((await call("eth_chainId")).result, "0x1f");
        }
        assert.match(logged[0]?.message ?? "", /reads too slowly/);
        for (const one of deaf) one.socket.destroy();
        const answer = async () => (await (await post(body)).text()).length;
        let length = 0;
        while (length === 0) length = await answer().catch(() => 0);
        assert.ok(length > 12 * mebibyte);
      });
    }
  });
}

describe("an answer on Node's server", () => {
  for (const [form, text] of [["usual", asked] as const, ["unusual", parsed] as const]) {
    it(`closes a ${form} connection if nothing of it is read for some time`, async (t) => {
      const { server, logged } = await serveLarge(t, "node", { keepAliveMs: 100 });
      await ask(t, server.port, text);
      // Another connection might be idle for as long, if the process is held up.
      while (logged.length === 0) await setImmediate();
      assert.match(logged[0]?.message ?? "", /reads too slowly/);
    });
  }
});
