import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { LeaseRenewal } from "./lease-renewal.js";

const leaseMs = 3_000;

describe("a renewal of the lease", () => {
  it("is silent and then overdue if it gets no answer, for a reason", async () => {
    let nowMs = 0;
    let answer = async () => true;
    const lease = {
      acquire: async () => true,
      seize: async () => {},
      renew: () => answer(),
      release: async () => {},
    };
    const renewal = new LeaseRenewal({ lease, leaseMs, now: () => nowMs }, () => {});
    assert.equal(await renewal.renew(), "held");
    answer = async () => {
      throw new Error("the disk of the servers is full");
    };
    assert.equal(await renewal.renew(), "silent");
    nowMs = leaseMs;
    assert.equal(await renewal.renew(), "overdue");
    assert.equal(renewal.reason, "Error: the disk of the servers is full");
    answer = async () => false;
    assert.equal(await renewal.renew(), "lost");
  });
});
