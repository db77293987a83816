/** Tests snapshots on both sides of a fork that adds a type of transactions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { evmCommon, signHash, signTransaction, toHex } from "@tandem/primitives";
import { checkChain } from "../check/check-chain.js";
import { openSmallChain, smallSpec } from "../testing/small-chain.js";

const to = new Uint8Array(20).fill(0x77);

/** Returns a raw transaction of type 4 (EIP-7702), whose authorization is of nobody. */
function delegating(): Uint8Array {
  const authorization = { chainId: 0n, address: to, nonce: 0n, yParity: 0, r: 1n, s: 1n };
  const price = { maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 1n };
  const fields = { nonce: 0n, value: 0n, gas: 100_000n, to, price };
  return signTransaction(
    { ...fields, authorizationList: [authorization] },
    evmCommon(smallSpec.chainId, "osaka"),
    (digest) => signHash(digest, new Uint8Array(32).fill(1)),
  );
}

test("a snapshot above a fork is reverted to from a head below it, with what was pending", async (t) => {
  const spec = { ...smallSpec, forks: { ...smallSpec.forks, prague: 3, osaka: 3 } };
  const small = await openSmallChain("manual", { spec });
  t.after(() => small.destroy());
  const { chain, store } = small;
  const { controls, pool } = chain;
  await controls.mine({ count: 4 });
  const hash = await chain.submit(delegating());
  const number = await controls.snapshot();
  await controls.rollback(3);
  assert.deepEqual((await checkChain(store, spec)).findings, []);
  assert.equal(await controls.revert(number), true);
  assert.equal(chain.head().header.number, 4);
  assert.deepEqual(
    pool.all().map((one) => toHex(one.hash)),
    [toHex(hash)],
  );
  assert.equal((await chain.miner.mine()).transactions.length, 1);
});
