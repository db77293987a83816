/**
 * Tests that the explorer shows long chains and large blocks with few elements, and constant memory
 * over time.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { noBrowser } from "../support/browser/browser.js";
import type { Explorer } from "../support/browser/explorer.js";
import { alice, bob, withExplorer } from "../support/browser/explorer-scene.js";
import { endOfRounds, fewOrMany } from "../support/extent.js";
import type { Hex } from "../support/wire.js";

const transactions = fewOrMany(120, 5_000);
const blocks = fewOrMany(150, 10_000);
/** Milliseconds between the blocks, and the number of blocks between two measurements of the heap. */
const betweenBlocksMs = fewOrMany(0, 1_000);
const betweenLooks = 600;
/** The number of blocks after which the tree is full, and the stored data does not grow. */
const warmUp = 60;
/** Bytes by which the heap may differ: less than half of it. */
const heapSlack = 2_000_000;

describe("the explorer of a long chain", { skip: noBrowser }, () => {
  const gas = ["--gas-limit", `${transactions * 21_000 + 1_000_000}`];
  const { rpc, opened } = withExplorer(["--mining", "manual", "--unlocked", ...gas]);
  const sendOne = ({ address: from } = alice) =>
    rpc<Hex>("eth_sendTransaction", [{ from, to: bob.address, value: "0x1", gas: "0x5208" }]);
  const height = async () => Number(await rpc<Hex>("eth_blockNumber"));
  const elements = (explorer: Explorer) =>
    explorer.ask<number>("document.querySelectorAll('main *').length");

  it("has as many elements for a block of thousands of transactions as for a page of them", async (t) => {
    // The pool takes no more than 4,096 of one sender.
    for (let i = 0; i < transactions; i++) await sendOne(i % 2 === 0 ? alice : bob);
    await rpc("evm_mine");
    const explorer = await opened(t);
    await explorer.go(`/block/${await height()}`, /^Block/);
    const rows = "document.querySelectorAll('[aria-labelledby=transactions] tbody tr').length";
    const title = new RegExp(`^Transactions \\(${`${transactions}`.replace(/(?=...$)/, ".?")}\\)$`);
    await explorer.shows("#transactions", title);
    await explorer.shows("[aria-labelledby=transactions] nav", /^← Previous/);
    await explorer.comesTo(rows, 25);
    const next = "[aria-labelledby=transactions] nav button:last-child";
    await explorer.click(next);
    await explorer.shows("[aria-labelledby=transactions] nav", /Page 2 of/);
    await explorer.comesTo(rows, 25);
  });

  it("has a constant number of elements, and a constant heap, for any number of blocks", async (t) => {
    const explorer = await opened(t);
    const cdp = await explorer.page.createCDPSession();
    const mined = async () => {
      await sendOne();
      await rpc("evm_mine");
      await explorer.shows("[aria-labelledby=blocks] li", new RegExp(`^${await height()}\\b`));
    };
    const heap = async () => {
      await cdp.send("HeapProfiler.collectGarbage");
      return (await cdp.send("Runtime.getHeapUsage")).usedSize;
    };
    for (let i = 0; i < warmUp; i++) await mined();
    const before = [await heap(), await elements(explorer)] as const;
    const isEnd = endOfRounds(30);
    let done = 0;
    for (; !isEnd(done); done++) {
      await mined();
      if (betweenBlocksMs > 0) await pause(betweenBlocksMs);
      if ((done + 1) % betweenLooks === 0) t.diagnostic(`${done + 1} blocks: heap ${await heap()}`);
    }
    const after = [await heap(), await elements(explorer)] as const;
    t.diagnostic(`${done} blocks: heap ${before[0]} and then ${after[0]} bytes`);
    assert.ok(after[0] < before[0] + heapSlack, `${before[0]} and then ${after[0]} bytes`);
    // The number of labels of heights differs by one or two, depending on whether the last height
    // is round.
    assert.ok(Math.abs(after[1] - before[1]) <= 2, `${before[1]} and then ${after[1]} elements`);
    await rpc("hardhat_mine", [`0x${blocks.toString(16)}`]);
    await explorer.shows("[aria-labelledby=blocks] li", new RegExp(`^${await height()}\\b`));
    const count = await elements(explorer);
    assert.ok(count <= after[1] + 2, `${after[1]} and then ${count} elements`);
  });
});
