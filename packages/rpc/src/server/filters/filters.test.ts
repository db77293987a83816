import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Fault, type StoredBlock, toHex } from "@tandem/primitives";
import { silentLogger } from "@tandem/runtime";
import { createShares } from "../../access/shares.js";
import type { LogQuery } from "../../backend/chain-api.js";
import { RpcError } from "../../contract/errors.js";
import type { FilterSubject } from "../../handlers/handler.js";
import { defaultLimits, type Limits } from "../../limits.js";
import {
  fakeBackend,
  makeBlock,
  rawTransactions,
  signed,
  transferLog,
} from "../../testing/fake-backend.js";
import { addressOf } from "../../testing/fake-values.js";
import { serve, smallChain, transports } from "../../testing/serve.js";
import { randomId } from "../random-id.js";
import { Announcements } from "../sockets/announcements.js";

const { block } = smallChain();

/** A block with a log of each address, on top of `parent`. */
const blockOn = (parent: StoredBlock, extra: number, ...addresses: number[]) =>
  makeBlock({
    parent,
    extraData: Uint8Array.of(extra),
    transactions: [[rawTransactions.legacy, addresses.map((one) => transferLog(one, one))]],
  });

const logsOf = (range: LogQuery["range"], ...addresses: number[]): FilterSubject => ({
  kind: "logs",
  query: { filter: { addresses: addresses.map(addressOf), topics: [] }, range },
});
const latest = { from: { tag: "latest" }, to: { tag: "latest" } } as const;

const alice = { id: "alice" };

function setUp(some: Partial<Limits> = {}) {
  let nowMs = 0;
  const limits = { ...defaultLimits, ...some };
  const backend = fakeBackend([block]);
  const announcements = new Announcements({
    clock: { now: () => nowMs },
    limits,
    logger: silentLogger,
    newId: randomId,
    shares: createShares(limits),
  });
  announcements.listenTo(backend);
  const { filters } = announcements;
  return {
    filters,
    backend,
    pass(ms: number) {
      nowMs += ms;
    },
    move: (added: StoredBlock[], removed: StoredBlock[] = []) => backend.move({ removed, added }),
    add: (subject: FilterSubject, client = alice) => filters.add(subject, client),
    changes: (id: string) => JSON.parse(filters.changes(id) as string) as Record<string, unknown>[],
  };
}

const isUnknown = (error: unknown) => error instanceof RpcError && error.code === -32000;
const isOver = (limit: string) => (error: unknown) =>
  error instanceof Fault && error.data.code === "limit-exceeded" && error.data.limit === limit;

describe("a filter", () => {
  it("returns each change once, of its own type", () => {
    const { add, backend, move, changes } = setUp();
    const logs = add(logsOf(latest, 2));
    const blocks = add({ kind: "blocks" });
    const pending = add({ kind: "pendingTransactions" });
    const next = blockOn(block, 1, 1, 2, 3, 2);
    const transaction = signed(rawTransactions.creation);
    move([next]);
    backend.announce(transaction);
    const found = changes(logs).map(({ logIndex, removed }) => [logIndex, removed]);
    assert.deepEqual(found, [
      ["0x1", false],
      ["0x3", false],
    ]);
    assert.deepEqual(changes(blocks), [toHex(next.hash)]);
    assert.deepEqual(changes(pending), [toHex(transaction.hash)]);
    for (const id of [logs, blocks, pending]) assert.deepEqual(changes(id), []);
    assert.match(logs, /^0x[0-9a-f]{32}$/);
  });

  it("of blocks may begin with one that exists, which it returns once", () => {
    const { add, move, changes } = setUp();
    const id = add({ kind: "blocks", first: block.hash });
    const next = blockOn(block, 1);
    move([next]);
    assert.deepEqual(changes(id), [toHex(block.hash), toHex(next.hash)]);
    assert.deepEqual(changes(id), []);
  });

  it("that began with a head returns it once if its event comes later, and again if it comes back", () => {
    const { add, move, changes } = setUp();
    const [next, other] = [blockOn(block, 1, 2), blockOn(block, 2, 3)];
    const first = { text: '{"blockHash":"past"}', head: next.hash };
    // The head has moved, and its event is still to come.
    const blocks = add({ kind: "blocks", first: next.hash });
    const logs = add({ ...logsOf(latest), first } as FilterSubject);
    move([next]);
    const hashes = (id: string) => changes(id).map(({ blockHash }) => blockHash);
    assert.deepEqual(changes(blocks), [toHex(next.hash)]);
    assert.deepEqual(hashes(logs), ["past"]);
    move([other], [next]);
    move([next], [other]);
    assert.deepEqual(
      changes(blocks),
      [other, next].map(({ hash }) => toHex(hash)),
    );
    const moved = [next, other, other, next].map(({ hash }) => toHex(hash));
    assert.deepEqual(hashes(logs), moved);
    // The event came before the filter.
    const later = add({ ...logsOf(latest), first } as FilterSubject);
    move([other], [next]);
    move([next], [other]);
    assert.deepEqual(hashes(later), ["past", ...moved]);
  });

  it("returns a reorganization: removed logs newest first, then new ones", () => {
    const { add, move, changes } = setUp();
    const logs = add(logsOf(latest));
    const blocks = add({ kind: "blocks" });
    const old1 = blockOn(block, 1, 1);
    const old2 = blockOn(old1, 2, 2);
    const new1 = blockOn(block, 3, 3);
    const new2 = blockOn(new1, 4, 4);
    move([new1, new2], [old2, old1]);
    assert.deepEqual(
      changes(logs).map(({ blockHash, removed }) => [blockHash, removed]),
      [
        [toHex(old2.hash), true],
        [toHex(old1.hash), true],
        [toHex(new1.hash), false],
        [toHex(new2.hash), false],
      ],
    );
    assert.deepEqual(changes(blocks), [toHex(new1.hash), toHex(new2.hash)]);
  });

  it("returns the block that a chain was reverted to", () => {
    const { add, backend, changes } = setUp();
    const [logs, blocks] = [add(logsOf(latest)), add({ kind: "blocks" })];
    const old = blockOn(block, 1, 1);
    backend.move({ removed: [old], added: [], wentBackTo: block });
    assert.deepEqual(
      changes(logs).map(({ blockHash, removed }) => [blockHash, removed]),
      [[toHex(old.hash), true]],
    );
    assert.deepEqual(changes(blocks), [toHex(block.hash)]);
  });

  it("collects the logs of a large block in slices", async (t) => {
    const { filters, add, move } = setUp();
    const id = add(logsOf(latest));
    let reads = 0;
    // Each read of the clock is later by more than half a slice.
    t.mock.method(performance, "now", () => reads++ * 2);
    move([blockOn(block, 1, ...Array.from({ length: 2_000 }, (_, i) => i + 1))]);
    const entries = JSON.parse(await filters.changes(id)) as unknown[];
    assert.equal(entries.length, 2_000);
    // Few of the pauses between logs read the clock.
    assert.ok(reads > 20, `the clock is read ${reads} times`);
  });

  it("is limited to the range with which it was created", () => {
    const { add, move, changes } = setUp();
    const two = blockOn(block, 1, 1);
    const three = blockOn(two, 2, 1);
    const from3 = add(logsOf({ from: { number: 3 }, to: { tag: "latest" } }));
    const to2 = add(logsOf({ from: { tag: "earliest" }, to: { number: 2 } }));
    const one = add(logsOf({ blockHash: three.hash }));
    move([two, three]);
    const numbers = (id: string) => changes(id).map(({ blockNumber }) => blockNumber);
    assert.deepEqual(numbers(from3), ["0x3"]);
    assert.deepEqual(numbers(to2), ["0x2"]);
    assert.deepEqual(numbers(one), ["0x3"]);
  });

  it("is removed after five minutes without a poll", () => {
    const { add, filters, pass, changes, move } = setUp();
    const used = add({ kind: "blocks" });
    const unused = add({ kind: "blocks" });
    pass(5 * 60_000 - 1);
    assert.deepEqual(changes(used), []);
    pass(1);
    move([blockOn(block, 1)]);
    assert.equal(filters.size, 1);
    assert.throws(() => changes(unused), isUnknown);
    assert.equal(changes(used).length, 1);
    assert.equal(filters.remove(unused), false);
    pass(5 * 60_000);
    assert.equal(filters.remove(used), false);
  });

  it("is one of a limited number, which expired ones do not use up", () => {
    const { add, pass } = setUp({ filtersMax: 1 });
    add({ kind: "blocks" });
    assert.throws(() => add({ kind: "blocks" }), isOver("filters"));
    pass(5 * 60_000);
    add({ kind: "blocks" });
  });

  it("with too many entries is dropped, and reports it once", () => {
    for (const limits of [{ filterEntriesMax: 2 }, { filterCharactersMax: 1000 }]) {
      const { add, move, changes } = setUp(limits);
      const id = add(logsOf(latest));
      const other = add({ kind: "blocks" });
      move([blockOn(block, 1, 1, 2, 3)]);
      move([blockOn(block, 2, 1)]);
      assert.throws(() => changes(id), isOver("filter-entries"));
      assert.throws(() => changes(id), isUnknown);
      assert.equal(changes(other).length, 2);
    }
  });
});

for (const transport of transports) {
  describe(`filters over ${transport}`, () => {
    it("exist from their creation to their removal, for all connections", async (t) => {
      const { call, connect, backend } = await serve(t, transport);
      const id = (await call("eth_newFilter", [{ address: `0x${"02".repeat(20)}` }])).result;
      const blocks = (await call("eth_newBlockFilter")).result;
      const pending = (await call("eth_newPendingTransactionFilter")).result;
      const next = blockOn(block, 1, 2);
      backend.move({ removed: [], added: [next] });
      backend.announce(signed(rawTransactions.creation));
      const client = await connect();
      const { result } = await client.call("eth_getFilterChanges", [id]);
      const [log] = result as Record<string, unknown>[];
      assert.equal(log?.blockHash, toHex(next.hash));
      assert.deepEqual((await call("eth_getFilterChanges", [blocks])).result, [toHex(next.hash)]);
      const hashes = (await call("eth_getFilterChanges", [pending])).result;
      assert.deepEqual(hashes, [toHex(signed(rawTransactions.creation).hash)]);
      const logs = (await call("eth_getFilterLogs", [id])).result;
      const query = { address: `0x${"02".repeat(20)}` };
      assert.deepEqual(logs, (await call("eth_getLogs", [query])).result);
      for (const one of [blocks, "0x1"]) {
        const { error } = await call("eth_getFilterLogs", [one]);
        assert.equal(error?.code, -32000);
        assert.match(error?.message ?? "", /^filter not found/);
      }
      assert.equal((await client.call("eth_uninstallFilter", [id])).result, true);
      assert.equal((await call("eth_uninstallFilter", [id])).result, false);
      const gone = await call("eth_getFilterChanges", [id]);
      assert.deepEqual(gone.error, { code: -32000, message: "filter not found" });
      client.socket.close();
    });
  });
}
