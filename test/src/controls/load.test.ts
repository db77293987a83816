/** Tests load: thousands of blocks in one call, and many senders with automining. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { assertProved } from "../support/chain-checks/chain-check.js";
import { testPace } from "../support/chain-checks/header-rules.js";
import { coin, developmentAccount, emptyAccount, send, sign } from "../support/development.js";
import { fewOrMany } from "../support/extent.js";
import { withLocalNode, withNodeProcess } from "../support/node-suite.js";
import { call } from "../support/rpc.js";
import { readChain } from "../support/rpc-batch.js";
import type { Hex } from "../support/wire.js";

const blocks = fewOrMany(100, 5_000);
/** The number of blocks mined one by one for comparison, each of which costs several times as much. */
const singly = fewOrMany(30, 500);
/**
 * The maximum cost of blocks mined at once, as a fraction of those mined one by one. Other processes
 * on the same cores change it, so the tests look for blocks that are not made at once at all.
 */
const shareMax = fewOrMany(1, 0.6);

/** Returns the processor seconds of the node so far. */
async function processorSeconds(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const found = /^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1];
  assert.ok(found);
  return Number(found);
}

describe("thousands of blocks in one call", () => {
  const { url } = withNodeProcess(["--mining", "manual"]);
  /** Processor seconds of a block in its own request. */
  let eachSingly = 0;

  /** Returns the processor seconds of the node for `work`. */
  async function costOf(work: () => Promise<unknown>): Promise<number> {
    const began = await processorSeconds(url());
    await work();
    return (await processorSeconds(url())) - began;
  }

  it("cost a fraction of those made one by one, each with its own merged mining", async (t) => {
    const alone = await costOf(async () => {
      for (let i = 0; i < singly; i++) await call(url(), "evm_mine");
    });
    eachSingly = alone / singly;
    const took = await costOf(() => call(url(), "hardhat_mine", [blocks, 60]));
    const chain = await readChain(url());
    assert.equal(chain.length, singly + blocks + 1);
    assertProved(chain.slice(-300), testPace);
    const share = took / blocks / eachSingly;
    t.diagnostic(`${took.toFixed(2)} s of processor, a ${share.toFixed(2)} share of one by one`);
    assert.ok(share < shareMax, `${share}`);
  });

  it("are reverted for less than they cost", async () => {
    const id = await call<Hex>(url(), "evm_snapshot");
    const head = Number(await call(url(), "eth_blockNumber"));
    await call(url(), "hardhat_mine", [blocks]);
    const took = await costOf(async () => {
      assert.equal(await call(url(), "evm_revert", [id]), true);
    });
    assert.equal(Number(await call(url(), "eth_blockNumber")), head);
    assert.ok(took < shareMax * blocks * eachSingly, `${took} s`);
  });
});

describe("many senders with automining", () => {
  const { url } = withLocalNode([]);
  const senders = 32;
  const transactions = fewOrMany(96, 5_000);

  it("leave nothing pending", async () => {
    const root = developmentAccount(0);
    const crowd = Array.from({ length: senders }, (_, i) => emptyAccount(i + 1));
    for (const { address } of crowd) await send(url(), root, { to: address, value: coin });
    const each = Math.ceil(transactions / senders);
    await Promise.all(
      crowd.map(async (account) => {
        for (let nonce = 0; nonce < each; nonce++) {
          const { raw, hash } = sign(account, { nonce, to: root.address, value: 1 });
          assert.equal(await call(url(), "eth_sendRawTransaction", [raw]), hash);
        }
      }),
    );
    assert.deepEqual(await call(url(), "txpool_status"), { pending: "0x0", queued: "0x0" });
    for (const { address } of crowd) {
      const nonce = await call<Hex>(url(), "eth_getTransactionCount", [address, "latest"]);
      assert.equal(Number(nonce), each);
    }
  });
});
