/** Tests that the index finds the same as a scan of every block, after any reorgs. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { chainLimits, scanLogs } from "@tandem/chain";
import {
  Fault,
  fromHex,
  type LocatedLog,
  type LogFilter,
  matchesLog,
  type StoredBlock,
  toHex,
} from "@tandem/primitives";
import { cancellationOf } from "@tandem/runtime";
import fc from "fast-check";
import { encodeFunctionData } from "viem";
import { compileOne } from "../support/compile.js";
import { patienceMs } from "../support/eventually.js";
import { fewOrMany, seedOr } from "../support/extent.js";
import { addressOf, createWorld, sign, type World } from "../support/world.js";

const emitter = compileOne("Emitter.sol", "Emitter");
const topicOf = (n: number) => new Uint8Array(32).fill(n + 1);

async function query(
  { chain, store }: World,
  filter: LogFilter,
  from = 0,
  to = chain.head().header.number,
): Promise<LocatedLog[]> {
  const scan = {
    store,
    blocks: chain.blocks,
    filter,
    cancellation: cancellationOf(AbortSignal.timeout(patienceMs)),
  };
  const found: LocatedLog[] = [];
  for await (const hits of scanLogs(scan, from, to)) {
    for (const { logs: view, positions } of hits)
      found.push(...positions.map((log) => view.located(log)));
  }
  return found;
}

const send = async ({ chain }: World, from: number, fields: object) => {
  const nonce = Number(chain.pool.nextNonce(addressOf(from), chain.headState()));
  return chain.submit(sign({ from, nonce, gasLimit: 6_000_000n, ...fields }));
};

async function deploy(world: World, from: number): Promise<Uint8Array> {
  await send(world, from, { data: fromHex(emitter.bytecode) });
  const { receipts } = await world.chain.miner.mine();
  const { contractAddress } = receipts[0] ?? {};
  assert.ok(contractAddress);
  return contractAddress;
}

const wish = fc.record({
  topics: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 4 }),
  contract: fc.integer({ min: 0, max: 1 }),
});
type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never;

const emission = (wishes: readonly Wish[]) =>
  fromHex(
    encodeFunctionData({
      abi: emitter.abi,
      functionName: "emitAll",
      args: [
        wishes.map(({ topics }) => ({ topics: topics.map((n) => toHex(topicOf(n))), data: "0x" })),
      ],
    }),
  );

const place = fc.option(
  fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 3 }),
  {
    nil: undefined,
    freq: 2,
  },
);
const filterWish = fc.record({
  contracts: fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { maxLength: 2 }),
  topics: fc.array(place, { maxLength: 4 }),
  from: fc.nat({ max: 14 }),
  length: fc.nat({ max: 14 }),
});

/** A range that is longer than the chains below and than those that are read block by block. */
const wideTo = 2 * chainLimits.logRangeDirect;

const text = (logs: readonly LocatedLog[]) =>
  logs.map(
    (log) => `${log.blockNumber}/${log.transactionIndex}/${log.logIndex}/${toHex(log.blockHash)}`,
  );

describe("the log index", () => {
  it("finds the same as a scan of every block, over random logs, filters and reorgs", async () => {
    const blocks = fc.array(fc.array(wish, { maxLength: 6 }), { minLength: 3, maxLength: 6 });
    const property = fc.asyncProperty(
      blocks,
      blocks,
      fc.array(filterWish, { minLength: 12, maxLength: 12 }),
      async (ours, theirs, filters) => {
        const world = await createWorld();
        const other = await createWorld({ coinbase: new Uint8Array(20).fill(0xdd) });
        const contracts = [await deploy(world, 0), await deploy(world, 1)] as const;
        const shared = world.chain.blocks;
        for (let height = 1; height <= 2; height++) {
          await other.chain.import(
            shared.block(shared.canonicalHash(height) as Uint8Array) as StoredBlock,
          );
        }
        const check = async () => {
          const all = await query(world, { addresses: [], topics: [] }, 0, wideTo);
          for (const { contracts: wanted, topics, from, length } of filters) {
            const filter = {
              addresses: wanted.map((n) => contracts[n] ?? new Uint8Array(20).fill(9)),
              topics: topics.map((values) => values?.map(topicOf)),
            };
            const expected = all.filter(
              ({ log, blockNumber }) =>
                matchesLog(filter, log) && blockNumber >= from && blockNumber <= from + length,
            );
            assert.deepEqual(text(await query(world, filter, from, from + length)), text(expected));
            const upTo = Math.min(from + length, world.chain.head().header.number);
            assert.deepEqual(text(await query(world, filter, from, upTo)), text(expected));
            assert.deepEqual(
              text(await query(world, filter, 0, wideTo)),
              text(all.filter(({ log }) => matchesLog(filter, log))),
            );
          }
        };
        await emitBlocks(world, contracts, ours);
        await check();
        await emitBlocks(other, contracts, [...theirs, ...ours, []]);
        const { blocks: reads } = other.chain;
        for (let height = 3; height <= other.chain.head().header.number; height++) {
          await world.chain.import(
            reads.block(reads.canonicalHash(height) as Uint8Array) as StoredBlock,
          );
        }
        assert.deepEqual(world.chain.head().hash, other.chain.head().hash);
        await check();
        await world.destroy();
        await other.destroy();
      },
    );
    await fc.assert(property, { seed: seedOr(31), numRuns: fewOrMany(2, 8) });
  });
});

async function emitBlocks(
  world: World,
  contracts: readonly Uint8Array[],
  blocks: readonly (readonly Wish[])[],
): Promise<void> {
  for (const wishes of blocks) {
    for (const n of [0, 1]) {
      const mine = wishes.filter(({ contract }) => contract === n);
      if (mine.length > 0) await send(world, 2, { to: contracts[n], data: emission(mine) });
    }
    const { receipts } = await world.chain.miner.mine();
    assert.ok(receipts.every(({ isSuccess }) => isSuccess));
  }
}

describe("the limits of a log query", () => {
  let world: World;
  let contract: Uint8Array;
  const common = topicOf(1);
  const rare = topicOf(2);
  const emitMany = (count: number, topic: Uint8Array) => ({
    to: contract,
    gasLimit: 25_000_000n,
    data: fromHex(
      encodeFunctionData({
        abi: emitter.abi,
        functionName: "emitMany",
        args: [count, toHex(topic), 0n],
      }),
    ),
  });
  before(async () => {
    world = await createWorld();
    contract = await deploy(world, 0);
  });
  after(() => world.destroy());

  it("apply only above 2,000 blocks, and name a range that fits", async () => {
    const { chain } = world;
    for (let i = 0; i < 10; i++) {
      await send(world, 0, emitMany(1000, common));
      await chain.miner.mine();
    }
    await send(world, 0, emitMany(1, rare));
    while (chain.head().header.number < 2001) await chain.miner.mine();
    const filter = { addresses: [contract], topics: [[common]] };
    assert.equal((await query(world, filter, 0, 2001)).length, chainLimits.logsMax);
    await send(world, 0, emitMany(1, common));
    const last = (await chain.miner.mine()).header.number;
    await assert.rejects(query(world, filter, 0, last), (error) => {
      assert.ok(error instanceof Fault && error.data.code === "limit-exceeded");
      assert.equal(error.data.limit, "logs");
      assert.equal(error.data.max, 10_000);
      assert.deepEqual(error.data.suggestion, { fromBlock: 0, toBlock: last - 1 });
      return true;
    });
    // Block 1 deployed, so blocks 2 to 11 have the logs, and this range begins at 3.
    assert.equal((await query(world, filter, last - 1999, last)).length, 9 * 1000 + 1);
    assert.equal((await query(world, filter, 1, 2000)).length, 10_000);
    assert.equal((await query(world, { addresses: [], topics: [[rare]] }, 0, last)).length, 1);
    assert.equal((await query(world, { addresses: [], topics: [] }, 1, 2000)).length, 10_001);
  });

  it("are aborted with the client's request", async () => {
    const gone = new AbortController();
    const filter = { addresses: [], topics: [] };
    const scan = {
      store: world.store,
      blocks: world.chain.blocks,
      filter,
      cancellation: cancellationOf(gone.signal),
    };
    const logs = scanLogs(scan, 1, 2000);
    await logs.next();
    gone.abort();
    await assert.rejects(async () => {
      for await (const _ of logs);
    }, /abort/i);
  });
});
