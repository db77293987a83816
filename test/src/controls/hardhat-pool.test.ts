/** Tests the pool of a node with --compat hardhat by what Hardhat's own tests of its network require. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { createNode, type InProcessNode } from "@tandem/node";
import { failureOf } from "../support/promised.js";

describe("the pool of a node with --compat hardhat", () => {
  let node: InProcessNode;
  beforeEach(async () => {
    node = await createNode({ compat: "hardhat", isListening: false });
    await node.request("evm_setAutomine", [false]);
  });
  afterEach(() => node?.close());

  const send = (request: object, sender = 0) => {
    const [from, to] = [node.accounts[sender]?.address, node.accounts[1]?.address];
    return node.request("eth_sendTransaction", [{ from, to, gas: "0x5208", ...request }]);
  };
  const pending = async () => {
    const found = await node.request("eth_pendingTransactions", []);
    return (found as { readonly hash: string }[]).map(({ hash }) => hash).sort();
  };
  const refusal = async (attempt: () => Promise<unknown>) => {
    const { code, message } = (await failureOf(attempt)) as Error & { readonly code: number };
    return { code, message };
  };

  it("is listed with the transactions that wait for an earlier nonce, also after a revert", async () => {
    const hashes = [await send({ nonce: "0x0" }), await send({ nonce: "0x3" })].sort();
    assert.deepEqual(await pending(), hashes);
    const snapshot = await node.request("evm_snapshot", []);
    await send({ nonce: "0x1" });
    await node.request("evm_mine", []);
    await node.request("evm_revert", [snapshot]);
    assert.deepEqual(await pending(), hashes);
  });

  it("must be empty when a nonce is set", async () => {
    const address = node.accounts[2]?.address;
    await send({ nonce: "0x1" });
    assert.deepEqual(await refusal(() => node.request("hardhat_setNonce", [address, "0x9"])), {
      code: -32603,
      message: "Cannot set account nonce when the transaction pool is not empty",
    });
    await send({ nonce: "0x0" });
    await node.request("evm_mine", []);
    assert.equal(await node.request("hardhat_setNonce", [address, "0x9"]), true);
  });

  it("loses the transactions that exceed a lowered gas limit", async () => {
    await send({ nonce: "0x0", gas: "0xf4240" });
    const small = await send({ nonce: "0x1" });
    const exact = await send({ gas: "0x186a0" }, 1);
    await send({ nonce: "0x5", gas: "0xf4240" }, 1);
    await node.request("evm_setBlockGasLimit", ["0x186a0"]);
    assert.deepEqual(await pending(), [small, exact].sort());
    await node.request("evm_mine", []);
    assert.deepEqual(await pending(), [small]);
  });

  it("refuses a used nonce in words that depend on whether blocks are mined at once", async () => {
    await send({});
    await node.request("evm_mine", []);
    assert.deepEqual(await refusal(() => send({ nonce: "0x0" })), {
      code: -32000,
      message: "Transaction nonce too low. Expected nonce to be at least 1 but got 0.",
    });
    await node.request("evm_setAutomine", [true]);
    assert.deepEqual(await refusal(() => send({ nonce: "0x0" })), {
      code: -32000,
      message:
        "Nonce too low. Expected nonce to be 1 but got 0. Note that transactions can't be queued when automining.",
    });
  });
});
