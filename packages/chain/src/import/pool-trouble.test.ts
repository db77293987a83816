/** Tests a head that has moved and to which the pool cannot be brought, for example for an error of the disk. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Fault, toHex } from "@tandem/primitives";
import type { Logger } from "@tandem/runtime";
import { openSmallChain, transfer } from "../testing/small-chain.js";

const reason = new Error("the disk cannot be read");

/** Opens a chain whose pool fails to follow the next head. */
async function openTroubled(mode: "manual" | "auto") {
  const errors: unknown[] = [];
  const logger: Logger = {
    error: ({ error }: { error?: unknown }) => errors.push(error),
    warn() {},
    info() {},
    debug() {},
  };
  const small = await openSmallChain(mode, { logger });
  const { pool } = small.chain;
  const { follow } = pool;
  const heads: number[] = [];
  small.chain.onHeadMoved(({ added }) => heads.push(...added.map(({ header }) => header.number)));
  const failOnce = () =>
    Object.assign(pool, {
      // biome-ignore lint/correctness/useYield: it fails at once.
      *follow() {
        Object.assign(pool, { follow });
        throw reason;
      },
    });
  return { ...small, errors, heads, failOnce };
}

describe("a head that the pool cannot follow", () => {
  it("is announced, and its block is mined for whoever asked for it", async (t) => {
    const { chain, destroy, errors, heads, failOnce } = await openTroubled("manual");
    t.after(destroy);
    const hash = await chain.submit(transfer(0, 0));
    failOnce();
    const mined = await chain.miner.mine();
    assert.equal(chain.head(), mined);
    assert.deepEqual(heads, [1]);
    assert.notEqual(chain.locate(hash), undefined);
    assert.equal(chain.poolUpdated(), undefined);
    assert.deepEqual(errors, [reason]);
    await chain.submit(transfer(0, 1));
    assert.equal((await chain.miner.mine()).transactions.length, 1);
  });

  it("has the transaction that was sent with automatic mining", async (t) => {
    const { chain, destroy, heads, failOnce } = await openTroubled("auto");
    t.after(destroy);
    failOnce();
    const hash = await chain.submit(transfer(0, 0));
    assert.notEqual(chain.locate(hash), undefined);
    assert.deepEqual(heads, [1]);
  });

  it("keeps an edit of its state, which is announced", async (t) => {
    const { chain, destroy, errors, failOnce } = await openTroubled("manual");
    t.after(destroy);
    const edited: string[] = [];
    chain.onEdited((hash) => edited.push(toHex(hash)));
    const address = new Uint8Array(20).fill(0x99);
    failOnce();
    await chain.edit(() => [[address, { balance: 5n }]]);
    assert.equal(chain.headState().balanceOf(address), 5n);
    assert.deepEqual(edited, [toHex(chain.head().hash)]);
    assert.deepEqual(errors, [reason]);
  });

  it("keeps what else it removed, and a transaction that cannot be readmitted is reported", async (t) => {
    const { chain, destroy, errors } = await openTroubled("manual");
    t.after(destroy);
    for (const from of [0, 1]) await chain.submit(transfer(from, 0));
    const { transactions } = await chain.miner.mine();
    const closed = new Fault({ code: "no-space", message: "the database was closed" });
    const { pool } = chain;
    const { readmit } = pool;
    Object.assign(pool, {
      readmit() {
        Object.assign(pool, { readmit });
        throw closed;
      },
    });
    await chain.controls.rollback(1);
    const kept = transactions.map(({ hash }) => pool.get(hash) !== undefined);
    assert.deepEqual(kept, [false, true]);
    assert.deepEqual(errors, [closed]);
  });

  it("is announced after a revert", async (t) => {
    const { chain, destroy, errors, failOnce } = await openTroubled("manual");
    t.after(destroy);
    await chain.submit(transfer(0, 0));
    await chain.miner.mine();
    const removed: number[] = [];
    chain.onHeadMoved((event) => removed.push(event.removed.length));
    failOnce();
    await chain.controls.rollback(1);
    assert.equal(chain.head().header.number, 0);
    assert.deepEqual(removed, [1]);
    assert.deepEqual(errors, [reason]);
  });
});
