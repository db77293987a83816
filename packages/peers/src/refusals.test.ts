/** Tests which nodes are refused, and how long. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { peerLimits } from "./limits.js";
import type { Peer } from "./peer.js";
import { type DisconnectReason, PeerFault } from "./peer-fault.js";
import { Refusals } from "./refusals.js";

const peerOf = (change: object) =>
  ({ id: "a", isIntroduced: true, isOutbound: false, ...change }) as unknown as Peer;
const isNoted = (reason: DisconnectReason, change = {}) =>
  new Refusals().note(peerOf(change), new PeerFault(reason, "a reason"), 0);

describe("a node", () => {
  it("is refused if it broke a rule, or did not answer a node that it connected to", () => {
    assert.equal(isNoted("breach"), true);
    assert.equal(isNoted("breach", { isOutbound: true, isIntroduced: false }), true);
    assert.equal(isNoted("useless"), true);
    assert.equal(isNoted("useless", { isOutbound: true }), false);
    assert.equal(isNoted("useless", { isIntroduced: false }), false);
    for (const reason of ["requested", "connectionFailed", "timeout", "quitting"] as const) {
      assert.equal(isNoted(reason), false);
    }
  });

  it("is refused for some time, and no other one", () => {
    const refusals = new Refusals();
    refusals.note(peerOf({}), new PeerFault("breach", "a reason"), 1000);
    const until = 1000 + peerLimits.refusedMs;
    assert.throws(() => refusals.assertWelcome("a", until - 1), { reason: "useless" });
    refusals.assertWelcome("a", until);
    refusals.assertWelcome("b", 1000);
  });
});
