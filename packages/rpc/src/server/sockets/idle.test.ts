/** Tests that a silent subscriber stays connected, and a dead one does not. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { describe, it } from "node:test";
import { makeBlock } from "../../testing/fake-backend.js";
import { serve, smallChain, transports } from "../../testing/serve.js";

/** The shortest value of uws.js, and one in which this process certainly runs. */
const idleSeconds = { uws: 8, node: 4 } as const;

describe("an idle socket", { concurrency: true }, () => {
  for (const transport of transports) {
    it(`stays open as long as it answers pings, over ${transport}`, async (t) => {
      const { connect, backend, server } = await serve(t, transport, {
        limits: { socketIdleSeconds: idleSeconds[transport] },
      });
      const [living, gone] = [await connect(), await connect()];
      await living.call("eth_subscribe", ["newHeads"]);
      // A client that does not read does not answer pings either.
      gone.socket.pause();
      let pings = 0;
      while (server.sockets() === 2 || pings < 2) {
        await once(living.socket, "ping");
        pings++;
      }
      assert.equal(server.sockets(), 1);
      const block = makeBlock({ parent: smallChain().block, transactions: [] });
      backend.move({ removed: [], added: [block] });
      const { method } = await living.next<{ method: string }>();
      assert.equal(method, "eth_subscription");
      gone.socket.terminate();
    });
  }
});
