/** Tests searches in a block with so many logs that its receipts are verified with pauses, and in blocks without logs. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Fault, fromHex } from "@tandem/primitives";
import { cancellationOf, sliceMs } from "@tandem/runtime";
import { table } from "@tandem/store";
import { chainLimits } from "../limits.js";
import {
  creation,
  openSmallChain,
  type SmallChain,
  smallSpec,
  transfer,
} from "../testing/small-chain.js";
import { readBlocks } from "./blocks.js";
import { scanLogs } from "./logs.js";

const logCount = 2_000;
/** PUSH2 2000, and a loop that counts down and writes each number as the topic of a log. */
const initCode = fromHex("0x6107d05b600190038060006000a180600357");

describe("a block with many logs", () => {
  let small: SmallChain;
  before(async () => {
    small = await openSmallChain("manual");
    await small.chain.submit(creation(0, 0, initCode, 5_000_000n));
    await small.chain.miner.mine();
    await small.chain.miner.mine();
  });
  after(() => small.destroy());

  const topic = (number: number) => new Uint8Array(32).fill(number >> 8, 30).fill(number, 31);

  /** Returns the positions of matching logs, read with empty caches. */
  async function positionsOf(
    topics: Uint8Array[][],
    signal = new AbortController().signal,
    blocks = readBlocks(small.store, smallSpec),
  ) {
    const { store } = small;
    const found: number[] = [];
    const filter = { addresses: [], topics };
    const scan = { store, blocks, filter, cancellation: cancellationOf(signal) };
    for await (const hits of scanLogs(scan, 0, 2)) {
      for (const { positions } of hits) found.push(...positions);
    }
    return found;
  }

  it("is searched completely", async () => {
    const { hash } = small.chain.blocks.block(small.chain.head().header.parentHash) ?? {};
    const receipts = small.store.get(table.receipts.raw, hash as Uint8Array);
    assert.ok((receipts?.length ?? 0) > chainLimits.receiptBytesAtOnce);
    assert.equal((await positionsOf([])).length, logCount);
    assert.deepEqual(await positionsOf([[topic(1)]]), [logCount - 2]);
    assert.deepEqual(await positionsOf([[topic(7), topic(1_999)]]), [0, logCount - 8]);
  });

  it("is found while the head moves between the reads of two blocks", async () => {
    const blocks = readBlocks(small.store, smallSpec);
    // After block 0, a block of a branch that was canonical a moment ago.
    const canonicalBlockHash = (height: number) =>
      blocks.canonicalBlockHash(height === 1 ? 2 : height);
    const moved = { ...blocks, canonicalBlockHash };
    assert.equal((await positionsOf([], undefined, moved)).length, logCount);
  });

  it("is verified no further once the search is cancelled", async (t) => {
    const leaving = new AbortController();
    // Each read of the clock is later by more than half a slice, so that each step ends one.
    let now = performance.now();
    t.mock.method(performance, "now", () => {
      now += 0.6 * sliceMs;
      return now;
    });
    const searching = positionsOf([], leaving.signal);
    leaving.abort();
    await assert.rejects(searching, { name: "AbortError" });
  });

  it("is reported if its receipts or its transactions are damaged", async () => {
    const hash = small.chain.head().header.parentHash;
    const places = [
      [table.receipts.raw, -3],
      [table.bodies.raw, 12],
    ] as const;
    for (const [where, at] of places) {
      const row = small.store.get(where, hash) as Uint8Array;
      const damaged = row.slice();
      const index = at < 0 ? row.length + at : at;
      damaged[index] = (damaged[index] as number) ^ 1;
      for (const [bytes, isSound] of [
        [damaged, false],
        [row, true],
      ] as const) {
        const batch = small.store.batch();
        batch.put(where, hash, bytes);
        await batch.commit();
        if (isSound) assert.equal((await positionsOf([])).length, logCount);
        else {
          await assert.rejects(positionsOf([]), (error) => {
            return error instanceof Fault && error.data.code === "corrupt-data";
          });
        }
      }
    }
  });
});

it("reads no receipts of blocks without logs, also if the filter has no criteria", async (t) => {
  const small = await openSmallChain("manual");
  try {
    for (let nonce = 0; nonce < 40; nonce++) {
      await small.chain.submit(transfer(0, nonce));
      await small.chain.miner.mine();
    }
    await small.chain.submit(creation(0, 40, fromHex("0x5f5fa0"), 100_000n));
    await small.chain.miner.mine();
    const { store } = small;
    const reads = t.mock.method(store, "get");
    const filter = { addresses: [], topics: [] };
    const cancellation = cancellationOf(new AbortController().signal);
    for (const from of [0, 30]) {
      const blocks = readBlocks(store, smallSpec);
      const found: number[] = [];
      for await (const hits of scanLogs({ store, blocks, filter, cancellation }, from, 41)) {
        for (const { logs, positions } of hits) found.push(logs.blockNumber, ...positions);
      }
      assert.deepEqual(found, [41, 0]);
      const read = reads.mock.calls.filter(({ arguments: [of] }) => of === table.receipts.raw);
      assert.equal(read.length, 1);
      reads.mock.resetCalls();
    }
  } finally {
    await small.destroy();
  }
});
