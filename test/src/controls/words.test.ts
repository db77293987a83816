/**
 * Tests controls in the forms of other tools: loose numbers, other names, and calls for another
 * chain.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { emptyAccount } from "../support/development.js";
import { eventually } from "../support/eventually.js";
import { runHere } from "../support/local-node.js";
import { withLocalNode } from "../support/node-suite.js";
import { ask, call } from "../support/rpc.js";
import type { Hex, WireBlock } from "../support/wire.js";

const someone = emptyAccount(7).address;

describe("controls in the forms of tools", () => {
  const { url } = withLocalNode(["--mining", "manual"]);
  const head = () => call<WireBlock>(url(), "eth_getBlockByNumber", ["latest", false]);

  it("accept amounts in hex, also with leading zeros, in decimal digits and as numbers", async () => {
    for (const [given, wei] of [
      ["0x0100", 256],
      ["1000", 1000],
      [77, 77],
      ["0x5", 5],
    ] as const) {
      await call(url(), "anvil_setBalance", [someone, given]);
      assert.equal(Number(await call(url(), "eth_getBalance", [someone, "latest"])), wei);
    }
    await call(url(), "hardhat_addBalance", [someone, "0x01"]);
    assert.equal(await call(url(), "eth_getBalance", [someone, "latest"]), "0x6");
    await call(url(), "anvil_setNonce", [someone, "0x08"]);
    assert.equal(await call(url(), "eth_getTransactionCount", [someone, "latest"]), "0x8");
    const { timestamp } = await head();
    await call(url(), "evm_setNextBlockTimestamp", [String(Number(timestamp) + 1000)]);
    await call(url(), "hardhat_mine", ["2", "010"]);
    assert.equal(Number((await head()).timestamp), Number(timestamp) + 1010);
    for (const wrong of [
      "",
      "-1",
      "1.5",
      "0x",
      "ten",
      "0x1g",
      -1,
      1.5,
      null,
      {},
      `0x${"1".repeat(65)}`,
    ]) {
      const { error } = await ask(url(), "anvil_setBalance", [someone, wrong]);
      assert.equal(error?.code, -32602, JSON.stringify(wrong));
    }
  });

  it("mine several blocks with the given interval, or the default one", async () => {
    const apart = async (...params: unknown[]) => {
      const before = Number((await head()).timestamp);
      await call(url(), "anvil_mine", params);
      return Number((await head()).timestamp) - before;
    };
    await call(url(), "anvil_setBlockTimestampInterval", [7]);
    assert.equal(await apart(3), 21);
    assert.equal(await apart(3, 2), 7 + 2 + 2);
    await call(url(), "anvil_removeBlockTimestampInterval");
    await call(url(), "evm_increaseTime", [1000]);
    await call(url(), "evm_mine");
    // Without it they follow the clock, which a busy machine lets run meanwhile.
    assert.ok((await apart(3)) < 3 * 7);
  });

  it("send only what this chain supports", async () => {
    await call(url(), "hardhat_impersonateAccount", [someone]);
    await call(url(), "anvil_setBalance", [someone, "0xde0b6b3a7640000"]);
    const sent = { from: someone, to: someone, value: "0x1" };
    const foreign = await ask(url(), "eth_sendTransaction", [{ ...sent, chainId: "0x999" }]);
    assert.deepEqual(
      [foreign.error?.code, /chain id/.test(foreign.error?.message ?? "")],
      [-32000, true],
    );
    const blobs = { ...sent, blobVersionedHashes: [`0x01${"00".repeat(31)}`] };
    assert.equal((await ask(url(), "eth_sendTransaction", [blobs])).error?.code, -32602);
    const hash = await call<Hex>(url(), "eth_sendUnsignedTransaction", [
      { ...sent, chainId: "0x1f" },
    ]);
    assert.match(hash, /^0x[0-9a-f]{64}$/);
    assert.equal(await call(url(), "hardhat_dropAllTransactions"), null);
    assert.deepEqual(await call(url(), "txpool_status"), { pending: "0x0", queued: "0x0" });
  });

  it("list snapshots with the block of each", async () => {
    const id = await call<Hex>(url(), "evm_snapshot");
    const { number, hash } = await head();
    await call(url(), "evm_mine");
    const { snapshots } = await call<{ snapshots: object }>(url(), "anvil_metadata");
    assert.deepEqual(snapshots, { [id]: [Number(number), hash] });
  });

  it("support an interval that is longer than a timer", async () => {
    const { number } = await head();
    for (const [method, interval] of [
      ["evm_setIntervalMining", 2 ** 32],
      ["anvil_setIntervalMining", 31_536_000],
    ] as const) {
      await call(url(), method, [interval]);
      // A timer that overflows fires in the next turns; a transaction of one second's interval
      // comes later.
      for (let i = 0; i < 20; i++) await call(url(), "eth_chainId");
      assert.equal((await head()).number, number);
    }
    await call(url(), "evm_setIntervalMining", [1]);
    await eventually("a block on time", async () => (await head()).number !== number || undefined);
    await call(url(), "evm_setIntervalMining", [0]);
  });

  it("report that a fork needs a URL", async () => {
    const { code, stderr } = await runHere(["run", "--port", "0", "--fork-block", "1"]);
    assert.equal(code, 2);
    assert.match(stderr, /--fork-block: .*--fork-url/);
  });
});
