/** Much at once: thousands of blocks in one call, and many senders where blocks are made at once. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { assertProved } from "./support/chain-check.js";
import { coin, developmentAccount, emptyAccount, send, sign } from "./support/development.js";
import { testPace } from "./support/header-rules.js";
import { withNode } from "./support/node-suite.js";
import { call } from "./support/rpc.js";
import { readChain } from "./support/rpc-batch.js";
import type { Hex } from "./support/wire.js";

const blocks = 5000;
/**
 * Two of the clock on a machine of its own. Tests share theirs, so the processor's are counted, of which
 * a crowded machine takes more for the same work; made one by one they would take twelve.
 */
const processorSecondsMax = 7;

/** Seconds of the processor the node has used so far. */
async function processorSeconds(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const found = /^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1];
  assert.ok(found);
  return Number(found);
}

describe("thousands of blocks in one call", () => {
  const { url } = withNode(["--mining", "manual"]);

  it("are made in seconds, each with its own merged mining", async () => {
    const began = await processorSeconds(url());
    await call(url(), "hardhat_mine", [blocks, 60]);
    const took = (await processorSeconds(url())) - began;
    const chain = await readChain(url());
    assert.equal(chain.length, blocks + 1);
    assertProved(chain.slice(-600), testPace);
    assert.ok(took < processorSecondsMax, `${took} s`);
  });

  it("are taken back as fast", async () => {
    const id = await call<Hex>(url(), "evm_snapshot");
    await call(url(), "hardhat_mine", [blocks]);
    const began = await processorSeconds(url());
    assert.equal(await call(url(), "evm_revert", [id]), true);
    const took = (await processorSeconds(url())) - began;
    assert.equal(Number(await call(url(), "eth_blockNumber")), blocks);
    assert.ok(took < processorSecondsMax, `${took} s`);
  });
});

describe("many senders where blocks are made at once", () => {
  const { url } = withNode([]);
  const senders = 32;
  const transactions = 5000;

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
