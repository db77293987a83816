import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Fault } from "@tandem/primitives";
import fc from "fast-check";
import { PoolSources } from "./sources.js";

const isOver = (limit: string, max: number) => (error: unknown) => {
  assert.ok(error instanceof Fault);
  assert.deepEqual(error.data, { code: "limit-exceeded", limit, max });
  return true;
};

describe("shares of the pool", () => {
  it("are limited for one client, independently of the others", () => {
    const sources = new PoolSources({ clientTransactionsMax: 2, clientBytesMax: 100 });
    sources.add("alice", 10);
    sources.add("alice", 10);
    const [limit, max] = ["client-pool-transactions", 2] as const;
    assert.throws(() => sources.assertRoom("alice", 10), isOver(limit, max));
    sources.assertRoom("bob", 10);
    sources.assertRoom(undefined, 10);
    sources.add("bob", 95);
    assert.throws(() => sources.assertRoom("bob", 10), isOver("client-pool-bytes", 100));
    sources.remove("alice", 10);
    sources.assertRoom("alice", 10);
  });

  it("count transactions as they are added and removed", () => {
    const step = fc.record({ source: fc.constantFrom("a", "b"), isAdded: fc.boolean() });
    const property = fc.property(fc.array(step), (steps) => {
      const sources = new PoolSources({ clientTransactionsMax: 5, clientBytesMax: 1000 });
      const held = { a: 0, b: 0 };
      for (const { source, isAdded } of steps) {
        const key = source as keyof typeof held;
        if (!isAdded) {
          if (held[key] > 0) sources.remove(source, 7);
          held[key] = Math.max(0, held[key] - 1);
        } else if (held[key] < 5) {
          sources.assertRoom(source, 7);
          sources.add(source, 7);
          held[key]++;
        } else assert.throws(() => sources.assertRoom(source, 7));
      }
    });
    fc.assert(property);
  });
});
