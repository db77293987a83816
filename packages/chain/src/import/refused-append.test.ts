/** Tests what happens to a block that the log refuses, for example because it is too large. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Fault, toHex } from "@tandem/primitives";
import { table } from "@tandem/store";
import type { MiningMode } from "../chain-options.js";
import { openSmallChain, transfer } from "../testing/small-chain.js";

const refusal = "the block has 900 bytes in the log, which takes 800";

/** Opens a chain whose log takes blocks with at most this number of transactions. */
async function openWithLog(mode: MiningMode) {
  const log = { transactionsMax: 1, blocks: [] as string[], refused: 0 };
  const small = await openSmallChain(mode, {
    replication: {
      isSealing: () => true,
      unwritten() {},
      async append({ hash, transactions }) {
        if (transactions.length <= log.transactionsMax) return `${log.blocks.push(toHex(hash))}`;
        log.refused++;
        throw new Fault({ code: "unsealable", message: refusal });
      },
    },
  });
  return { ...small, log };
}

describe("a block that the log refuses", () => {
  it("is not written, and its transactions wait for a block that the log takes", async (t) => {
    const { chain, store, log, destroy } = await openWithLog("manual");
    t.after(destroy);
    const sent = [await chain.submit(transfer(0, 0)), await chain.submit(transfer(1, 0))];
    const before = chain.head();
    await assert.rejects(chain.miner.mine(), { data: { code: "unsealable", message: refusal } });
    assert.equal(chain.head(), before);
    assert.deepEqual(
      sent.map((hash) => chain.pool.get(hash) !== undefined),
      [true, true],
    );
    assert.equal(chain.locate(sent[0] as (typeof sent)[0]), undefined);
    assert.equal(store.get(table.canonical, before.header.number + 1), undefined);
    log.transactionsMax = 2;
    const mined = await chain.miner.mine();
    assert.deepEqual(
      mined.transactions.map(({ hash }) => toHex(hash)).sort(),
      sent.map((hash) => toHex(hash)).sort(),
    );
    assert.deepEqual(log.blocks, [toHex(mined.hash)]);
    const uncle = await chain.development.mineUncle(0);
    assert.deepEqual(log.blocks, [toHex(mined.hash), toHex(uncle)], "the log has side blocks too");
    assert.equal(chain.pool.size, 0);
  });

  it("leaves a transaction pending that was sent, and the next block has it", async (t) => {
    const { chain, log, destroy } = await openWithLog("auto");
    t.after(destroy);
    log.transactionsMax = 0;
    const hash = await chain.submit(transfer(0, 0));
    assert.ok(log.refused > 0);
    assert.ok(chain.pool.get(hash) !== undefined);
    log.transactionsMax = 2;
    await chain.submit(transfer(1, 0));
    assert.ok(chain.locate(hash) !== undefined);
    assert.equal(chain.pool.size, 0);
  });
});

describe("a block that the log has, and whose node cannot write it", () => {
  it("is reported before the node makes another one", async (t) => {
    const events: string[] = [];
    let isFull = false;
    let isSealing = true;
    const small = await openSmallChain("manual", {
      isFull: () => isFull,
      replication: {
        isSealing: () => isSealing,
        async append({ header }) {
          if (!isSealing) throw new Fault({ code: "unsealable", message: refusal });
          events.push(`appended ${header.number}`);
          return `${events.length}`;
        },
        unwritten() {
          events.push("unwritten");
          isSealing = false;
        },
      },
    });
    t.after(small.destroy);
    const { chain } = small;
    isFull = true;
    const [first, second] = await Promise.allSettled([chain.miner.mine(), chain.miner.mine()]);
    assert.deepEqual(events, ["appended 1", "unwritten"]);
    assert.match(String(first.status === "rejected" && first.reason), /the cluster has the block/);
    assert.equal(second.status, "rejected");
    assert.equal(chain.head().header.number, 0);
  });
});
