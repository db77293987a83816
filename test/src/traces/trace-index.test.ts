/** Tests that a trace query returns the same as a scan of every block's traces, over spans and reorgs. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { chainLimits, readTraces, traceEnds } from "@tandem/chain";
import {
  Fault,
  isEqual,
  type LocatedTrace,
  type StoredBlock,
  type TraceQuery,
} from "@tandem/primitives";
import { type StoreSnapshot, table } from "@tandem/store";
import { assemble, calling } from "../support/assemble.js";
import { type Seeded, seeded } from "../support/seeded.js";
import { addressOf, createWorld, sign, type World } from "../support/world.js";

const senders = [0, 1];
/** The senders and recipients of traces; the penultimate is rare, and the last one never occurs. */
const people = [...[0, 1, 2, 3].map(addressOf), new Uint8Array(20).fill(0x42)];
const stranger = new Uint8Array(20).fill(0x99);
const never = { isAborted: false };
const anything = { fromAddresses: [], toAddresses: [], after: 0, count: 100 };

/** Mines some transfers, and creations whose code calls others; often none. */
async function mineRandom({ chain }: World, random: Seeded): Promise<void> {
  const nonces = new Map<number, number>();
  for (let left = random.chance(0.3) ? 0 : 1 + random.int(4); left > 0; left--) {
    const from = random.pick(senders);
    const nonce =
      nonces.get(from) ?? Number(chain.pool.nextNonce(addressOf(from), chain.headState()));
    nonces.set(from, nonce + 1);
    const to = random.chance(0.02) ? people.at(-1) : people[random.int(3)];
    const calls = Array.from({ length: 1 + random.int(3) }, () =>
      calling("CALL", people[random.int(3)] as Uint8Array, { gas: 0 }),
    );
    const fields = random.chance(0.4)
      ? { data: assemble(...calls.flat()), gasLimit: 200_000n }
      : { ...(to === undefined ? {} : { to }) };
    await chain.submit(sign({ from, nonce, ...fields }));
  }
  await chain.miner.mine();
}

/** Returns every trace of the canonical chain, from the facts alone. */
function everyTrace({ chain, store }: World): LocatedTrace[] {
  const heights = Array.from({ length: chain.head().header.number + 1 }, (_, height) => height);
  return heights.flatMap((height) => {
    const hash = chain.blocks.canonicalHash(height) as Uint8Array;
    const { transactions } = chain.blocks.block(hash) as StoredBlock;
    return (store.get(table.traces, hash) ?? []).flatMap((list, position) =>
      list.map((trace) => ({
        trace,
        blockHash: hash,
        blockNumber: height,
        transactionHash: transactions[position]?.hash as Uint8Array,
        transactionPosition: position,
      })),
    );
  });
}

const isAmong = (address: Uint8Array | undefined, wanted: readonly Uint8Array[]) =>
  wanted.length === 0 || (address !== undefined && wanted.some((one) => isEqual(one, address)));

const scanned = (all: readonly LocatedTrace[], query: TraceQuery) =>
  all
    .filter(({ blockNumber, trace }) => {
      const { from, to } = traceEnds(trace);
      const isWithin = blockNumber >= query.from && blockNumber <= query.to;
      return isWithin && isAmong(from, query.fromAddresses) && isAmong(to, query.toAddresses);
    })
    .slice(query.after, query.after + query.count);

function randomQuery(random: Seeded, head: number): TraceQuery {
  const some = () =>
    Array.from({ length: random.pick([0, 0, 1, 1, 2, 3]) }, () =>
      random.pick([...people, stranger]),
    );
  const from = random.pick([0, 1, 127, 128, 129, random.int(head + 1)]);
  const length = random.pick([1, 127, 128, 129, head, random.int(head + 20)]);
  return {
    from,
    to: from + length,
    fromAddresses: some(),
    toAddresses: some(),
    after: random.pick([0, 0, 1, random.int(50), random.int(400), random.int(2000)]),
    count: random.pick([1, 3, 100]),
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

describe("the trace index", () => {
  let world: World;
  let other: World;
  const random = seeded(77);
  before(async () => {
    world = await createWorld();
    other = await createWorld({ coinbase: new Uint8Array(20).fill(0xdd) });
    while (world.chain.head().header.number < 280) await mineRandom(world, random);
  });
  after(async () => {
    await world.destroy();
    await other.destroy();
  });

  it("returns the same as a scan, on either side of a reorg over two spans", async () => {
    const kept = readTraces(world.store);
    const check = async (queries: number) => {
      const all = everyTrace(world);
      const head = world.chain.head().header.number;
      const assertPage = async (page: TraceQuery) => {
        const expected = scanned(all, page);
        assert.deepEqual(await kept.filter(page, never), expected, JSON.stringify(page));
        return expected.length;
      };
      // The spans before the last trace of a sender are counted the first time, and skipped the second time. The
      // filters are the same after the reorg, which must not count what the spans had before it.
      for (const fromAddresses of [[], ...people.map((one) => [one])]) {
        const whole = { ...anything, from: 0, to: head, fromAddresses };
        const found = scanned(all, { ...whole, count: all.length }).length;
        for (let times = 0; times < 2; times++) await assertPage({ ...whole, after: found - 1 });
      }
      let found = 0;
      for (let i = 0; i < queries; i++) {
        const query = randomQuery(random, head);
        // The query is repeated once its spans may be cached.
        for (const after of [query.after, random.int(400), random.int(800)]) {
          found += await assertPage({ ...query, after });
        }
      }
      assert.ok(found > queries, `${found} found`);
      return all;
    };
    const before = await check(50);
    const blockAt = ({ blocks }: World["chain"], height: number) =>
      blocks.block(blocks.canonicalHash(height) as Uint8Array) as StoredBlock;
    for (let height = 1; height <= 100; height++) {
      await other.chain.import(blockAt(world.chain, height));
    }
    while (other.chain.head().header.number < 290) await mineRandom(other, random);
    for (let height = 101; height <= 290; height++) {
      await world.chain.import(blockAt(other.chain, height));
    }
    assert.deepEqual(world.chain.head().hash, other.chain.head().hash);
    const afterwards = await check(50);
    assert.notDeepEqual(afterwards.length, before.length);
  });

  it("returns the same traces of a block and a transaction, and repeatedly the same objects", async () => {
    const all = everyTrace(world);
    const traces = readTraces(world.store);
    const { blockHash, blockNumber, transactionPosition } = all.at(-1) as LocatedTrace;
    const block = await traces.ofBlock(blockHash, blockNumber);
    const ofBlock = block?.all();
    assert.deepEqual(
      ofBlock,
      all.filter((one) => one.blockNumber === blockNumber),
    );
    const transaction = block?.ofTransaction(transactionPosition);
    assert.ok(transaction !== undefined && transaction.length > 0);
    assert.ok(transaction.every((one) => ofBlock?.includes(one)));
    assert.equal(await traces.ofBlock(blockHash, blockNumber), block);
    assert.equal(await traces.ofBlock(stranger, blockNumber), undefined);
  });

  it("reads no index row of spans that it has counted, and none for a refused query", async () => {
    const rows: number[] = [];
    const watched = watch(world, (count) => rows.push(count));
    const traces = readTraces(watched);
    const query = { from: 0, to: 290, ...anything };
    const filters = [
      query,
      { ...query, toAddresses: [addressOf(1)] },
      { ...query, fromAddresses: [addressOf(0)], toAddresses: [addressOf(1)] },
    ];
    const { traceSpanBlocks: span, indexProbeRows } = chainLimits;
    for (const filter of filters) {
      const all = scanned(everyTrace(world), { ...filter, count: Number.MAX_SAFE_INTEGER });
      const late = all.findIndex(({ blockNumber }) => blockNumber >= 2 * span);
      const page = { ...filter, after: late, count: 5 };
      const expected = all.slice(late, late + 5);
      assert.deepEqual(await traces.filter(page, never), expected);
      const readAtFirst = sum(rows.splice(0));
      assert.deepEqual(await traces.filter(page, never), expected);
      const bound = filter.fromAddresses.length > 0 ? indexProbeRows : 290 - 2 * span + 1;
      assert.ok(Math.max(...rows) <= bound, `${rows} rows`);
      assert.ok(sum(rows.splice(0)) < readAtFirst, `${readAtFirst} rows at first`);
    }
    const wide = { ...query, to: chainLimits.traceRangeMax };
    const refusing = { ...watched, snapshot: () => assert.fail("nothing is read") };
    await assert.rejects(
      readTraces(refusing).filter(wide, never),
      (error) => error instanceof Fault && error.data.code === "limit-exceeded",
    );
  });

  it("is aborted with the client's request", async () => {
    const query = { from: 0, to: 290, ...anything };
    await assert.rejects(readTraces(world.store).filter(query, { isAborted: true }), /abort/i);
  });
});

/** Returns the store of a world, which reports the number of rows of each range that is read. */
function watch({ store }: World, onRows: (count: number) => void): World["store"] {
  return {
    ...store,
    snapshot(): StoreSnapshot {
      const snapshot = store.snapshot();
      return {
        ...snapshot,
        async entries(wanted, range) {
          const found = await snapshot.entries(wanted, range);
          onRows(found.length);
          return found;
        },
        async entriesOfEach(wanted, ranges, limit) {
          const found = await snapshot.entriesOfEach(wanted, ranges, limit);
          onRows(sum(found.map((some) => some.length)));
          return found;
        },
      };
    },
  };
}
