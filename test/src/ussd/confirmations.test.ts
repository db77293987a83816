/** Tests that transfers of replaced blocks are sent again until they have their confirmations, and later ones executed. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { eventually } from "../support/eventually.js";
import { call } from "../support/rpc.js";
import { recipient, startUssdWorld } from "../support/ussd/ussd.js";

const confirmations = 3;

describe("a relay that waits for confirmations", () => {
  it("sends a transfer again that a reorg has dropped, and confirms it in the end", async (t) => {
    const world = await startUssdWorld({
      // With these errors the node drops what was in replaced blocks.
      nodeFlags: ["--mining", "manual", "--errors", "anvil"],
      relayFlags: ["--confirmations", String(confirmations)],
    });
    t.after(() => world.close());
    const mine = () => call(world.node.url, "evm_mine");
    const pooled = async () =>
      (await call(world.node.url, "txpool_status")) as { readonly pending: string };
    assert.match(await world.dial("one", `2*${recipient}*0.5`), /^END Transfer Submitted/);
    await mine();
    await mine();
    assert.equal((await pooled()).pending, "0x0");
    await call(world.node.url, "anvil_reorg", [2, []]);
    await eventually("transfer in the pool", async () => (await pooled()).pending === "0x1");
    await mine();
    await mine();
    assert.doesNotMatch(world.relay.output(), /Transfer confirmed/);
    await mine();
    const line = await world.relay.said(/^Transfer confirmed: /);
    const hash = line.replace("Transfer confirmed: ", "") as `0x${string}`;
    const { blockNumber } = await world.chain.getTransactionReceipt({ hash });
    assert.equal(await world.chain.getBlockNumber(), blockNumber + BigInt(confirmations - 1));
  });
});

describe("a relay whose confirmed transfer the node has lost", () => {
  it("has the next one executed, although its nonce is later", async (t) => {
    const world = await startUssdWorld({ nodeFlags: ["--mining", "manual"] });
    t.after(() => world.close());
    const { url } = world.node;
    const pay = async (session: string) =>
      assert.match(await world.dial(session, `2*${recipient}*0.5`), /^END Transfer Submitted/);
    const snapshot = await call(url, "evm_snapshot");
    await pay("lost");
    await call(url, "evm_mine");
    await world.relay.said(/^Transfer confirmed: /);
    await pay("next");
    await call(url, "evm_revert", [snapshot]);
    await world.relay.stop();
    // At its start a relay sends again what it follows.
    await world.restartRelay();
    await eventually("two pending", async () => {
      const { pending } = (await call(url, "txpool_status")) as { readonly pending: string };
      return pending === "0x2";
    });
    await call(url, "evm_mine");
    const line = await world.relay.said(/^Transfer (confirmed|failed on-chain): /);
    assert.match(line, /confirmed/);
  });
});
