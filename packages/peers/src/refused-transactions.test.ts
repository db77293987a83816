/** Tests whose transactions are ignored, and how long. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { peerLimits } from "./limits.js";
import { RefusedTransactions } from "./refused-transactions.js";

describe("the transactions of a peer", () => {
  it("are ignored after many were refused, for a time that grows with their number", () => {
    const refused = new RefusedTransactions();
    const [peer, other] = [{}, {}];
    refused.note(peer, 100, 26, 1000);
    const until = 1000 + 26 * peerLimits.ignoredMsPerRefused;
    assert.equal(refused.isIgnored(peer, until - 1), true);
    assert.equal(refused.isIgnored(other, until - 1), false);
    assert.equal(refused.isIgnored(peer, until), false);
  });

  it("are not ignored for a few", () => {
    const refused = new RefusedTransactions();
    const peer = {};
    refused.note(peer, 100, 25, 1000);
    refused.note(peer, 0, 0, 1000);
    assert.equal(refused.isIgnored(peer, 1000), false);
  });
});
