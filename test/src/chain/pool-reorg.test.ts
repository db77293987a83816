/** Tests that no answer shows the pool between a reorg and the return of its transactions. */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { type Account, developmentAccounts, plentyGasPrice, sign } from "../support/development.js";
import { withLocalNode } from "../support/node-suite.js";
import { call } from "../support/rpc.js";
import { callAll } from "../support/rpc-batch.js";
import type { Hex } from "../support/wire.js";

const each = 250;

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
    assert.deepEqual(new Set(counts), new Set([`0x${each.toString(16)}`]));
  });

  it("finds each of them", async () => {
    const found = await duringReorg((_, last) => call(url(), "eth_getTransactionByHash", [last]));
    assert.ok(!found.includes(null));
  });

  it("gives a transaction that it signs the nonce after them", async () => {
    for (const { address } of lastOf.keys())
      await call(url(), "hardhat_impersonateAccount", [address]);
    const gasPrice = `0x${plentyGasPrice.toString(16)}`;
    const hashes = await duringReorg(({ address }) =>
      call(url(), "eth_sendTransaction", [{ from: address, to: address, gasPrice, gas: "0x5208" }]),
    );
    const sent = hashes.map((hash) => ({ method: "eth_getTransactionByHash", params: [hash] }));
    const nonces = (await callAll<{ nonce: Hex }>(url(), sent)).map(({ nonce }) => Number(nonce));
    assert.equal(Math.min(...nonces), each);
  });
});
