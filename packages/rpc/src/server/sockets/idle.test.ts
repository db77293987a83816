/** A subscriber that says nothing for hours is still there; one that is gone without a word is not. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { describe, it } from "node:test";
import { makeBlock } from "../../testing/fake-backend.js";
import { serve, smallChain, transports } from "../../testing/serve.js";

/** The shortest uws.js knows, and one in which this process surely has a turn. */
const idleSeconds = { uws: 8, node: 4 } as const;

describe("a socket nobody writes to", { concurrency: true }, () => {
  for (const transport of transports) {
    it(`stays as long as it answers pings, over ${transport}`, async (t) => {
      const { connect, backend, server } = await serve(t, transport, {
        limits: { socketIdleSeconds: idleSeconds[transport] },
      });
      const [living, gone] = [await connect(), await connect()];
      await living.call("eth_subscribe", ["newHeads"]);
      // Who does not read does not answer either.
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
