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
