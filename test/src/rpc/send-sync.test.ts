/** Tests eth_sendRawTransactionSync (EIP-7966): the receipt in one request. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createNode, type InProcessNode } from "@tandem/node";
import { developmentAccounts, sign } from "../support/development.js";
import { eventually } from "../support/eventually.js";
import type { WireReceipt } from "../support/wire.js";

const [sender, receiver] = developmentAccounts;
assert.ok(sender && receiver);
const transfer = (nonce: number) => sign(sender, { nonce, to: receiver.address, value: 1n });

describe("a transaction that is sent with a wait for its receipt", () => {
  let node: InProcessNode;
  before(async () => {
    node = await createNode({ isListening: false });
  });
  after(() => node.close());

  it("has its receipt at once with automining", async () => {
    const { raw, hash } = transfer(0);
    const receipt = await node.request("eth_sendRawTransactionSync", [raw]);
    assert.deepEqual(receipt, await node.request("eth_getTransactionReceipt", [hash]));
    assert.equal((receipt as WireReceipt).status, "0x1");
  });

  it("has its receipt when the node signs it", async () => {
    const unlocked = await createNode({ unlocked: true, isListening: false });
    try {
      const request = { to: receiver.address, value: "0x1" };
      const receipt = (await unlocked.request("eth_sendTransactionSync", [request])) as WireReceipt;
      const { transactionHash, status } = receipt;
      assert.equal(status, "0x1");
      const later = await unlocked.request("eth_getTransactionReceipt", [transactionHash]);
      assert.deepEqual(receipt, later);
      await unlocked.request("evm_setAutomine", [false]);
      const unmined = () => unlocked.request("eth_sendTransactionSync", [request, 1]);
      await assert.rejects(unmined, /not mined in time/);
    } finally {
      await unlocked.close();
    }
  });

  it("has its receipt when it is mined", async () => {
    await node.request("evm_setAutomine", [false]);
    const { raw, hash } = transfer(1);
    const waiting = node.request("eth_sendRawTransactionSync", [raw, 60_000]);
    await eventually("transaction in the pool", async () => {
      return (await node.request("eth_getTransactionByHash", [hash])) !== null;
    });
    await node.request("evm_mine");
    assert.equal(((await waiting) as WireReceipt).transactionHash, hash);
  });
});
