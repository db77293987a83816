/** Tests that a nonce used by an authorization (EIP-7702) removes a pending transaction with it. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { authorize, coin, developmentAccount, sign } from "../support/development.js";
import { withLocalNode } from "../support/node-suite.js";
import { ask, call } from "../support/rpc.js";

describe("the pool of a node", () => {
  const { url } = withLocalNode(["--mining", "manual"]);

  it("removes a transaction that an authorization has invalidated, and releases its funds", async () => {
    const [alice, bob] = [developmentAccount(0), developmentAccount(1)];
    const value = 9000n * coin;
    const stale = sign(bob, { nonce: 0, to: alice.address, value });
    await call(url(), "eth_sendRawTransaction", [stale.raw]);
    const authorization = authorize(bob, {
      address: `0x${"22".repeat(20)}`,
      nonce: 0,
      chainId: 31,
    });
    const { raw } = sign(alice, {
      type: 4,
      nonce: 0,
      to: alice.address,
      gasLimit: 100_000,
      authorizationList: [authorization],
    });
    await call(url(), "tandem_mineBranch", [
      { depth: "0x0", length: "0x1", transactions: [[raw]] },
    ]);
    assert.equal(await call(url(), "eth_getTransactionCount", [bob.address, "latest"]), "0x1");
    assert.equal((await ask(url(), "eth_getTransactionByHash", [stale.hash])).result, null);
    const next = sign(bob, { nonce: 1, to: alice.address, value, gasLimit: 60_000 });
    assert.equal(await call(url(), "eth_sendRawTransaction", [next.raw]), next.hash);
    await call(url(), "evm_mine");
    assert.equal(await call(url(), "eth_getTransactionCount", [bob.address, "latest"]), "0x2");
  });
});
