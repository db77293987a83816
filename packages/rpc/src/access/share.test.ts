import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Fault } from "@tandem/primitives";
import fc from "fast-check";
import { Share } from "./share.js";

const [alice, bob] = [{ id: "alice" }, { id: "bob" }];

const refusal = (limit: string, max: number) => (error: unknown) => {
  assert.ok(error instanceof Fault);
  assert.deepEqual(error.data, { code: "limit-exceeded", limit, max });
  return true;
};

describe("a share", () => {
  it("limits one client and leaves the rest to others", () => {
    const share = new Share({ name: "things", max: 10, clientMax: 7 });
    for (let i = 0; i < 7; i++) share.take(alice);
    assert.throws(() => share.take(alice), refusal("client-things", 7));
    for (let i = 0; i < 3; i++) share.take(bob);
    assert.throws(() => share.take(bob), refusal("things", 10));
    share.give(alice, 7);
    share.take(bob, 4);
    assert.throws(() => share.take(bob), refusal("client-things", 7));
    assert.equal(share.tryTake(alice, 4), false);
    assert.equal(share.tryTake(alice, 3), true);
  });

  it("applies both limits and counts the use in any order", () => {
    const clients = ["a", "b", "c"].map((id) => ({ id }));
    const step = fc.record({
      client: fc.constantFrom(...clients),
      amount: fc.integer({ min: -8, max: 8 }),
    });
    const property = fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const [max, clientMax] = [20, 12];
      const share = new Share({ name: "things", max, clientMax });
      const held = new Map(clients.map((client) => [client, 0]));
      for (const { client, amount } of steps) {
        const now = held.get(client) ?? 0;
        const total = [...held.values()].reduce((sum, one) => sum + one, 0);
        if (amount < 0) {
          const given = Math.min(-amount, now);
          share.give(client, given);
          held.set(client, now - given);
        } else {
          const isFree = now + amount <= clientMax && total + amount <= max;
          assert.equal(share.tryTake(client, amount), isFree);
          if (isFree) held.set(client, now + amount);
        }
        for (const [one, amountHeld] of held) assert.equal(share.of(one), amountHeld);
      }
    });
    fc.assert(property);
  });
});
