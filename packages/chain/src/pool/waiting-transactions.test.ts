import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { Fault } from "@tandem/primitives";
import { creation, openSmallChain, type SmallChain, transfer } from "../testing/small-chain.js";

describe("a transaction that waits for a gas limit or a price", () => {
  let small: SmallChain;
  afterEach(() => small.destroy());

  const isPending = (hash: Uint8Array) => small.chain.pool.get(hash) !== undefined;
  const minimumPrice = () => small.chain.head().header.minimumGasPrice;
  const revert = async () => {
    const { controls } = small.chain;
    assert.ok(await controls.revert(await controls.snapshot()));
  };

  it("with more gas than the head's limit is pending after a revert, a restart and a rollback", async () => {
    small = await openSmallChain("manual");
    const { gasLimit } = small.chain.head().header;
    await small.chain.controls.setGasLimit(2n * gasLimit);
    const hash = await small.chain.submit(creation(0, 0, new Uint8Array(0), gasLimit + 1n));
    await revert();
    assert.ok(isPending(hash));
    small = await small.reopen();
    assert.ok(isPending(hash));
    assert.equal((await small.chain.miner.mine()).transactions.length, 1);
    await small.chain.controls.rollback(1);
    assert.ok(isPending(hash));
  });

  it("with the lower price that was requested is pending after a revert and a restart", async () => {
    small = await openSmallChain("manual");
    await small.chain.controls.setNextMinimumGasPrice(1n);
    const hash = await small.chain.submit(transfer(0, 0, 1n));
    await revert();
    assert.ok(isPending(hash));
    small = await small.reopen();
    assert.ok(isPending(hash));
    assert.equal((await small.chain.miner.mine()).transactions.length, 1);
  });

  it("with less than the price of the head is pending after a revert, a restart and a rollback", async () => {
    small = await openSmallChain("manual");
    const price = minimumPrice();
    const hash = await small.chain.submit(transfer(0, 0, price));
    await small.chain.controls.setNextMinimumGasPrice(2n * price);
    await small.chain.miner.mine();
    await revert();
    assert.ok(isPending(hash));
    small = await small.reopen();
    assert.ok(isPending(hash));
    await small.chain.controls.setNextMinimumGasPrice(price);
    assert.equal((await small.chain.miner.mine()).transactions.length, 1);
    await small.chain.controls.rollback(1);
    assert.ok(isPending(hash));
  });

  it("with more gas than the limit since it was lowered is pending after a revert and a restart", async () => {
    small = await openSmallChain("manual");
    const { gasLimit } = small.chain.head().header;
    const hash = await small.chain.submit(creation(0, 0, new Uint8Array(0), gasLimit));
    await small.chain.controls.setGasLimit(gasLimit / 2n);
    assert.equal((await small.chain.miner.mine()).transactions.length, 0);
    await revert();
    assert.ok(isPending(hash));
    small = await small.reopen();
    assert.ok(isPending(hash));
    await small.chain.controls.setGasLimit(gasLimit);
    assert.equal((await small.chain.miner.mine()).transactions.length, 1);
  });

  it("with less than the requested price waits for another block, whatever is read meanwhile", async () => {
    small = await openSmallChain("manual");
    const { chain } = small;
    const price = minimumPrice();
    const hash = await chain.submit(transfer(0, 0, price));
    await chain.controls.setNextMinimumGasPrice(2n * price);
    assert.deepEqual((await chain.pending()).transactions, []);
    assert.ok(isPending(hash));
    assert.deepEqual((await chain.miner.mine()).transactions, []);
    assert.ok(isPending(hash));
    await chain.controls.setNextMinimumGasPrice(price);
    const mined = await chain.miner.mine();
    assert.deepEqual(
      mined.transactions.map((tx) => tx.hash),
      [hash],
    );
  });

  it("with less than the requested price is sent with automatic mining, and waits", async () => {
    small = await openSmallChain("auto");
    const { chain } = small;
    const price = minimumPrice();
    await chain.controls.setNextMinimumGasPrice(2n * price);
    const hash = await chain.submit(transfer(0, 0, price));
    assert.ok(isPending(hash));
    await chain.submit(transfer(1, 0, 2n * price));
    assert.equal(chain.head().transactions.length, 1);
    assert.ok(isPending(hash));
  });

  it("is admitted from another node, whose blocks may not be mined at once as here", async () => {
    small = await openSmallChain("auto", { admissionRule: "mined-at-once" });
    const { chain } = small;
    const [later, cheap] = [transfer(0, 1), transfer(1, 0, 1n)];
    const refusedAs = (kind: string) => (error: unknown) =>
      error instanceof Fault &&
      error.data.code === "transaction-refused" &&
      error.data.refusal?.kind === kind;
    await assert.rejects(chain.submit(later, "client"), refusedAs("nonce-too-high"));
    await assert.rejects(chain.submit(cheap, "client"), refusedAs("underpriced"));
    for (const raw of [later, cheap]) assert.ok(isPending(await chain.submit(raw)));
    await chain.submit(transfer(0, 0), "client");
    assert.deepEqual([chain.head().transactions.length, chain.pool.size], [2, 1]);
  });
});
