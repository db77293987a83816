import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { silentLogger } from "@tandem/runtime";
import { KeptPeers } from "./kept-peers.js";
import { PeerFault } from "./peer-fault.js";

const enodeOf = (i: number) => ({ id: Buffer.alloc(64, i), host: "127.0.0.1", port: 1 });

describe("kept peers", () => {
  it("forget the first try of a connection when it is over", async (t) => {
    const stopping = new AbortController();
    t.after(() => stopping.abort());
    const kept = new KeptPeers({
      logger: silentLogger,
      stopping: stopping.signal,
      connect: async () => new PeerFault("connectionFailed", "nobody listens"),
    });
    /** Resolves when all is tried, to the number of connections that were waited for. */
    const tried = () => {
      let count = 0;
      const all = t.mock.method(Promise, "all", async (waiting: Iterable<unknown>) => {
        for (const one of waiting) {
          count++;
          await one;
        }
      });
      const ended = kept.tried().then(() => count);
      all.mock.restore();
      return ended;
    };
    for (let i = 1; i <= 3; i++) {
      kept.add(enodeOf(i));
      assert.equal(await tried(), 1);
      kept.remove(enodeOf(i).id, new PeerFault("requested", "it was removed"));
    }
    assert.equal(await tried(), 0);
  });
});
