/** Tests that pending transactions leave the pool when their sender's account no longer allows them. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { authorize, coin, developmentAccount, sign } from "../support/development.js";
import { withLocalNode } from "../support/node-suite.js";
import { call } from "../support/rpc.js";

interface Status {
  readonly pending: string;
  readonly queued: string;
}

describe("the pool of a node", () => {
  const { url } = withLocalNode(["--mining", "manual"]);
  const statusOf = async () => {
    const { pending, queued } = await call<Status>(url(), "txpool_status");
    return [Number(pending), Number(queued)];
  };

  it("drops transactions that an edited balance does not pay, whatever their nonce, and keeps others", async () => {
    const [alice, bob] = [developmentAccount(2), developmentAccount(3)];
    for (const [nonce, value] of [1n, coin, 1n, 2n * coin].entries()) {
      const { raw } = sign(alice, { nonce, to: bob.address, value });
      await call(url(), "eth_sendRawTransaction", [raw]);
    }
    assert.deepEqual(await statusOf(), [4, 0]);
    await call(url(), "hardhat_setBalance", [alice.address, `0x${(coin / 2n).toString(16)}`]);
    assert.deepEqual(await statusOf(), [1, 1]);
    await call(url(), "hardhat_setBalance", [alice.address, "0x0"]);
    assert.deepEqual(await statusOf(), [0, 0]);
    assert.equal(await call(url(), "eth_getTransactionCount", [alice.address, "pending"]), "0x0");
  });

  it("drops a transaction whose nonce the code of its sender (EIP-7702) has used", async () => {
    const [alice, bob] = [developmentAccount(0), developmentAccount(1)];
    const creator = `0x${"c0".repeat(20)}`;
    // Creates a contract without code: PUSH0 PUSH0 PUSH0 CREATE.
    await call(url(), "hardhat_setCode", [creator, "0x5f5f5ff0"]);
    const authorization = authorize(bob, { address: creator, nonce: 0, chainId: 31 });
    const fields = { to: alice.address, gasLimit: 100_000 };
    const delegating = { ...fields, type: 4, nonce: 0, authorizationList: [authorization] };
    await call(url(), "eth_sendRawTransaction", [sign(alice, delegating).raw]);
    await call(url(), "evm_mine");
    const stale = sign(bob, { nonce: 1, to: alice.address });
    await call(url(), "eth_sendRawTransaction", [stale.raw]);
    const calling = sign(alice, { nonce: 1, to: bob.address, gasLimit: 200_000 });
    await call(url(), "tandem_mineBranch", [
      { depth: "0x0", length: "0x1", transactions: [[calling.raw]] },
    ]);
    assert.equal(await call(url(), "eth_getTransactionCount", [bob.address, "latest"]), "0x2");
    assert.equal(await call(url(), "eth_getTransactionByHash", [stale.hash]), null);
    assert.deepEqual(await statusOf(), [0, 0]);
  });
});
