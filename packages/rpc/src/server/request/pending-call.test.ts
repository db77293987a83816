import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { noClient } from "../../access/client.js";
import { createShares } from "../../access/shares.js";
import { defaultLimits } from "../../limits.js";
import { CallsUnderWay, PendingCall, PendingCalls } from "./pending-call.js";

const setting = { limits: defaultLimits, ...createShares(defaultLimits) };

describe("the calls in progress", () => {
  it("are those that were added and not removed", () => {
    const step = fc.record({ isAdded: fc.boolean(), which: fc.nat(9) });
    const property = fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const all = Array.from({ length: 10 }, () => new PendingCall(setting, noClient));
      const calls = new PendingCalls();
      const expected = new Set<PendingCall>();
      for (const { isAdded, which } of steps) {
        const call = all[which] as PendingCall;
        if (isAdded && !expected.has(call)) {
          calls.add(call);
          expected.add(call);
        } else if (!isAdded) {
          calls.remove(call);
          expected.delete(call);
        }
        assert.equal(calls.count, expected.size);
      }
      calls.abort();
      for (const call of all) assert.equal(call.isAborted, expected.has(call));
    });
    fc.assert(property, { seed: 3, numRuns: 200 });
  });

  it("are limited for each client and for all, over both transports together", () => {
    const calls = new CallsUnderWay({ callsMax: 3, clientCallsMax: 2 });
    const [one, other] = ["one", "other"].map((id) => ({ ...noClient, id }));
    assert.ok(one !== undefined && other !== undefined);
    const limitOf = (client: typeof one) => calls.refusal(client)?.data;
    calls.http.add(new PendingCall(setting, one));
    assert.equal(limitOf(one), undefined);
    calls.sockets.add(new PendingCall(setting, one));
    assert.deepEqual(limitOf(one), { limit: "client-calls", max: 2 });
    assert.equal(limitOf(other), undefined);
    calls.http.add(new PendingCall(setting, other));
    assert.deepEqual(limitOf(other), { limit: "calls", max: 3 });
  });
});
