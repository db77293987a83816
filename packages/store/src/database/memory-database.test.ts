import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as nextImmediate } from "node:timers/promises";
import fc from "fast-check";
import type { Row } from "../read-ranges.js";
import { MemoryDatabase } from "./memory-database.js";

/** Keys that share prefixes, with bytes of which JavaScript's strings and UTF-8 have other orders. */
const key = fc
  .array(fc.constantFrom(0, 1, 0x7f, 0x80, 0xd8, 0xff), { minLength: 1, maxLength: 3 })
  .map((bytes) => Uint8Array.from(bytes));
const operation = fc.tuple(key, fc.option(fc.nat(255)));
const batches = fc.array(fc.array(operation, { maxLength: 40 }), { minLength: 1, maxLength: 6 });

type Operations = readonly (readonly [Uint8Array, number | null])[];

async function apply(database: MemoryDatabase, operations: Operations): Promise<void> {
  const batch = database.batch();
  for (const [at, value] of operations) {
    if (value === null) batch.del(at);
    else batch.put(at, Uint8Array.of(value));
  }
  await batch.write();
}

/** Returns the rows after these operations, by comparing bytes. */
function rowsAfter(operations: Operations, gte: Uint8Array, lte: Uint8Array): Row[] {
  const rows = new Map<string, Row>();
  for (const [at, value] of operations) {
    const name = Buffer.from(at).toString("hex");
    if (value === null) rows.delete(name);
    else rows.set(name, [at, Uint8Array.of(value)]);
  }
  return [...rows.values()]
    .filter(([at]) => Buffer.compare(at, gte) >= 0 && Buffer.compare(at, lte) <= 0)
    .sort(([a], [b]) => Buffer.compare(a, b));
}

const keyOf = (n: number) => Uint8Array.of(n >> 16, (n >> 8) & 255, n & 255);
const numbers = Array.from({ length: 60_000 }, (_, n) => n);

describe("a database in memory", () => {
  it("lets other work run during a large batch, which is seen as a whole and before later ones", async () => {
    const database = new MemoryDatabase();
    const writes = [0, 1].flatMap((value) => [
      apply(
        database,
        numbers.map((n) => [keyOf(n), value]),
      ),
      apply(database, [[keyOf(0), value + 10]]),
    ]);
    let isDone = false;
    const done = Promise.all(writes).finally(() => {
      isDone = true;
    });
    const seen = new Set<string>();
    let turns = 0;
    while (!isDone) {
      await nextImmediate();
      turns++;
      const of = [0, 30_000, 59_999].map((n) => database.getSync(keyOf(n))?.[0]);
      seen.add(of.join());
    }
    await done;
    assert.ok(turns > 2, `${turns}`);
    const inOrder = [",,", "0,0,0", "10,0,0", "1,1,1", "11,1,1"];
    const found = [...seen];
    assert.deepEqual(
      found,
      inOrder.filter((one) => seen.has(one)),
    );
    assert.equal(found.at(-1), "11,1,1");
    const snapshot = database.snapshot();
    const last = apply(
      database,
      numbers.map((n) => [keyOf(n), null]),
    );
    await database.close();
    await last;
    assert.equal(snapshot.tree.size, numbers.length);
  });

  it("has the rows of all batches in the order of their bytes, and in snapshots those before", async () => {
    await fc.assert(
      fc.asyncProperty(batches, key, key, fc.nat(9), async (all, gte, lte, limit) => {
        const database = new MemoryDatabase();
        const before = all.slice(0, -1).flat();
        for (const operations of all.slice(0, -1)) await apply(database, operations);
        const snapshot = database.snapshot();
        const iterator = database.iterator({ gte, lte });
        const first = await iterator.nextv(1);
        await apply(database, all.at(-1) ?? []);
        const then = rowsAfter(before, gte, lte);
        const now = rowsAfter(all.flat(), gte, lte);
        assert.deepEqual([...first, ...(await iterator.nextv(1000))], then);
        assert.deepEqual(await database.iterator({ gte, lte, snapshot }).all(), then);
        assert.deepEqual(await database.iterator({ gte, lte }).all(), now);
        const keys = await database.keys({ gte, lte, limit }).all();
        assert.deepEqual(
          keys,
          now.slice(0, limit).map(([at]) => at),
        );
        for (const [at] of all.flat()) {
          const [row] = rowsAfter(all.flat(), at, at);
          assert.deepEqual(database.getSync(at), row?.[1]);
          const [earlier] = rowsAfter(before, at, at);
          assert.deepEqual(database.getSync(at, { snapshot }), earlier?.[1]);
        }
        await snapshot.close();
        await database.close();
      }),
    );
  });

  it("cannot be read once it is closed", async () => {
    const database = new MemoryDatabase();
    await apply(database, [[Uint8Array.of(1), 1]]);
    await database.close();
    assert.throws(() => database.getSync(Uint8Array.of(1)), /closed/);
  });
});
