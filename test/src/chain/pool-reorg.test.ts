/** Tests that no answer shows the pool between a reorg and the return of its transactions. */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { createBackend } from "@tandem/node";
import { type Account, developmentAccounts, plentyGasPrice, sign } from "../support/development.js";
import { withLocalNode } from "../support/node-suite.js";
import { promised } from "../support/promised.js";
import { call } from "../support/rpc.js";
import { callAll } from "../support/rpc-batch.js";
import type { Hex } from "../support/wire.js";
import { addressOf, createWorld, restartsOf, sign as signPayment } from "../support/world.js";

const each = 250;
const hexOf = (value: number | bigint) => `0x${value.toString(16)}`;

/** Asserts that answers show no pending transaction, as before the reorg, or all of them. */
function assertNoneOrAll<T>(answers: readonly T[], none: T, all: T): void {
  assert.deepEqual(new Set([none, all, ...answers]), new Set([none, all]));
}

describe("a node while a reorg returns transactions to its pool", () => {
  const { url } = withLocalNode(["--mining", "manual", "--gas-limit", "100000000"]);
  const lastOf = new Map<Account, Hex>();

  before(async () => {
    const calls = developmentAccounts.flatMap((account) =>
      Array.from({ length: each }, (_, nonce) => {
        const { raw, hash } = sign(account, { nonce, to: account.address });
        lastOf.set(account, hash);
        return { method: "eth_sendRawTransaction", params: [raw] };
      }),
    );
    await callAll(url(), calls);
  });

  /** Mines the transactions and removes their block, while a client for each sender asks without a pause. */
  async function duringReorg<T>(question: (sender: Account, last: Hex) => Promise<T>) {
    await call(url(), "evm_mine");
    const answers: T[] = [];
    let isOver = false;
    const reorg = call(url(), "anvil_rollback", ["0x1"]).finally(() => {
      isOver = true;
    });
    const ask = async ([sender, last]: [Account, Hex]) => {
      do answers.push(await question(sender, last));
      while (!isOver);
    };
    await Promise.all([reorg, ...[...lastOf].map(ask)]);
    return answers;
  }

  it("counts them in the pending nonce of each sender", async () => {
    const counts = await duringReorg(({ address }) =>
      call(url(), "eth_getTransactionCount", [address, "pending"]),
    );
    assert.deepEqual(new Set(counts), new Set([hexOf(each)]));
  });

  it("finds each of them", async () => {
    const found = await duringReorg((_, last) => call(url(), "eth_getTransactionByHash", [last]));
    assert.ok(!found.includes(null));
  });

  it("lists and counts them as pending", async () => {
    const lists = await duringReorg(async ({ address }) => {
      const { pending } = await call<{ pending: object }>(url(), "txpool_contentFrom", [address]);
      return Object.keys(pending).length;
    });
    assertNoneOrAll(lists, 0, each);
    const counted = await duringReorg(() => call<{ pending: Hex }>(url(), "txpool_status"));
    assertNoneOrAll(
      counted.map(({ pending }) => pending),
      "0x0",
      hexOf(lastOf.size * each),
    );
    const listed = await duringReorg(() => call<unknown[]>(url(), "eth_pendingTransactions"));
    assertNoneOrAll(
      listed.map(({ length }) => length),
      0,
      lastOf.size * each,
    );
    const found = await duringReorg(({ address }) =>
      call(url(), "eth_getTransactionBySenderAndNonce", [address, hexOf(each - 1)]),
    );
    assert.ok(!found.includes(null));
  });

  it("has them in the pending block", async () => {
    const counts = await duringReorg(() =>
      call(url(), "eth_getBlockTransactionCountByNumber", ["pending"]),
    );
    assertNoneOrAll(counts, "0x0", hexOf(lastOf.size * each));
  });

  it("fills in the nonce after them", async () => {
    const filled = await duringReorg(({ address }) =>
      call<{ tx: { nonce: Hex } }>(url(), "eth_fillTransaction", [
        { from: address, to: address, gasPrice: hexOf(plentyGasPrice), gas: "0x5208" },
      ]),
    );
    assert.deepEqual(new Set(filled.map(({ tx }) => tx.nonce)), new Set([hexOf(each)]));
  });

  it("gives a transaction that it signs the nonce after them", async () => {
    for (const { address } of lastOf.keys())
      await call(url(), "hardhat_impersonateAccount", [address]);
    const gasPrice = hexOf(plentyGasPrice);
    const hashes = await duringReorg(({ address }) =>
      call(url(), "eth_sendTransaction", [{ from: address, to: address, gasPrice, gas: "0x5208" }]),
    );
    const sent = hashes.map((hash) => ({ method: "eth_getTransactionByHash", params: [hash] }));
    const nonces = (await callAll<{ nonce: Hex }>(url(), sent)).map(({ nonce }) => Number(nonce));
    assert.equal(Math.min(...nonces), each);
  });
});

it("a transaction is found between the write of a reorg and the move of the head", async (t) => {
  const world = await createWorld();
  t.after(() => world.destroy());
  const { chain, store } = world;
  const { signal: leaving } = new AbortController();
  const restarts = restartsOf(chain);
  const backend = createBackend({ chain, store, clientVersion: "Tandem/test", leaving, restarts });
  const hash = await chain.submit(signPayment({ from: 0, nonce: 0, to: addressOf(1) }));
  await chain.miner.mine();
  const written = promised<void>();
  const isRead = promised<void>();
  const { batch } = store;
  const slowBatch = () => {
    const made = batch();
    const commit = async () => {
      await made.commit();
      written.resolve();
      await isRead.promise;
    };
    return { ...made, commit };
  };
  Object.assign(store, { batch: slowBatch });
  const rolledBack = chain.controls.rollback(1);
  await written.promise;
  const loading = backend.loadTransaction(hash);
  isRead.resolve();
  await loading;
  assert.notEqual(backend.transaction(hash), undefined);
  await rolledBack;
});
