/** Tests submissions while a reorg returns transactions to the pool. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { openSmallChain, transfer } from "../testing/small-chain.js";

/** The number of transactions, which return in several time slices. */
const count = 1_000;

it("with automatic mining, a transaction after those that a reorg is returning is mined before the answer", async (t) => {
  const { chain, destroy } = await openSmallChain("manual");
  t.after(destroy);
  await Promise.all(Array.from({ length: count }, (_, nonce) => chain.submit(transfer(0, nonce))));
  await chain.miner.mine();
  await chain.controls.setMining({ isAutomine: true });
  const mined = chain.head();
  assert.equal(mined.transactions.length, count);
  const rolledBack = chain.controls.rollback(1);
  while (chain.head() === mined) await turn();
  const hash = await chain.submit(transfer(0, count));
  assert.notEqual(chain.locate(hash), undefined);
  await rolledBack;
});

it("drops a transaction that a reorg is returning, and all of a sender", async (t) => {
  const { chain, destroy } = await openSmallChain("manual");
  t.after(destroy);
  const hashes = await Promise.all(
    Array.from({ length: count }, (_, nonce) => chain.submit(transfer(0, nonce))),
  );
  const last = hashes.at(-1) as (typeof hashes)[0];
  await chain.miner.mine();
  let mined = chain.head();
  const rolledBack = chain.controls.rollback(1);
  while (chain.head() === mined) await turn();
  assert.equal(await chain.controls.drop(last), true);
  await rolledBack;
  assert.equal(chain.pool.size, count - 1);
  await chain.miner.mine();
  mined = chain.head();
  const again = chain.controls.rollback(1);
  while (chain.head() === mined) await turn();
  await chain.controls.dropAll(undefined);
  await again;
  assert.equal(chain.pool.size, 0);
});
