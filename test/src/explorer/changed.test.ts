/** Tests that an open page of the explorer follows the node: reorgs, dropped transactions, another chain. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { noBrowser } from "../support/browser/browser.js";
import { openExplorer } from "../support/browser/explorer.js";
import { alice, bob, withExplorer } from "../support/browser/explorer-scene.js";
import { developmentAccount, send, sign } from "../support/development.js";
import { startLocalNode } from "../support/local-node.js";
import { openProxy } from "../support/processes/tcp-proxy.js";
import { call } from "../support/rpc.js";
import type { Hex } from "../support/wire.js";

/** Code that reverts with the number of its block. */
const revertingWithHeight = "0x435f5260205ffd";

describe("an open page of the explorer", { skip: noBrowser }, () => {
  const { node, browser, rpc, opened } = withExplorer(["--mining", "manual"]);

  /** Replaces the newest block by three, which are heavier even if it listed an uncle. */
  const replaceHead = (transactions: readonly (readonly Hex[])[]) =>
    rpc("tandem_mineBranch", [{ depth: 1, length: 3, transactions }]);

  it("shows the transactions of another block at its height, which has fewer pages", async (t) => {
    const nonce = Number(await rpc<Hex>("eth_getTransactionCount", [bob.address]));
    const fields = { to: alice.address, value: 1n };
    for (let i = 0; i < 30; i++) await send(node().url, bob, { ...fields, nonce: nonce + i });
    await rpc("evm_mine");
    const height = Number(await rpc<Hex>("eth_blockNumber"));
    const explorer = await opened(t);
    const list = "[aria-labelledby=transactions]";
    await explorer.go(`/block/${height}`, new RegExp(`^Block ${height}$`));
    await explorer.shows(list, /Page 1 of 2/);
    await explorer.click(`${list} button:last-of-type`);
    await explorer.shows(list, /Page 2 of 2/);
    const { raw, hash } = sign(bob, { ...fields, nonce });
    await replaceHead([[raw], [], []]);
    await explorer.shows(list, /^Transactions \(1\)/);
    await explorer.shows(list, new RegExp(hash.slice(0, 10)));
  });

  it("shows what a transaction does in the block to which a reorg moved it", async (t) => {
    const nonce = Number(await rpc<Hex>("eth_getTransactionCount", [alice.address]));
    const fields = { nonce, data: revertingWithHeight, gasLimit: 100_000 };
    const { raw, hash } = sign(alice, fields);
    await rpc("eth_sendRawTransaction", [raw]);
    await rpc("evm_mine");
    const height = Number(await rpc<Hex>("eth_blockNumber"));
    const output = (of: number) => new RegExp(`Output\\s+0x0*${of.toString(16)}\\s`);
    const explorer = await opened(t);
    await explorer.go(`/tx/${hash}`, /^Transaction$/);
    await explorer.shows(".call-facts", output(height));
    await replaceHead([[], [raw], []]);
    await explorer.fieldIs("Block number", new RegExp(`^${height + 1}, `));
    await explorer.shows(".call-facts", output(height + 1));
  });

  it("shows new transactions of an account on its newest page, also after a way back to it", async (t) => {
    const carol = developmentAccount(5);
    const fields = { to: alice.address, value: 1n };
    for (let i = 0; i < 30; i++) {
      await send(node().url, carol, fields);
      await rpc("evm_mine");
    }
    const explorer = await opened(t);
    const rows = "document.querySelectorAll('tbody tr').length";
    const newest = "document.querySelector('[aria-labelledby=transactions] button')";
    await explorer.go(`/address/${carol.address}`, /^Address$/);
    await explorer.comesTo(rows, 25);
    await explorer.click("[aria-labelledby=transactions] button:nth-child(3)");
    await explorer.comesTo(rows, 5);
    await explorer.click("[aria-labelledby=transactions] button:nth-child(2)");
    await explorer.comesTo(`${newest}.disabled`, true);
    const hash = await send(node().url, carol, fields);
    await rpc("evm_mine");
    await explorer.comesTo(`${newest}.disabled`, false);
    await explorer.click("[aria-labelledby=transactions] button:first-child");
    await explorer.shows("tbody", new RegExp(hash.slice(0, 10)));
  });

  it("reports that a pending transaction was dropped, without a new block", async (t) => {
    const hash = await send(node().url, developmentAccount(6), { to: alice.address, value: 1n });
    const explorer = await opened(t);
    await explorer.go(`/tx/${hash}`, /^Transaction$/);
    await explorer.shows(".status", /^Pending/);
    await rpc("hardhat_dropTransaction", [hash]);
    await explorer.shows("[role=alert]", /^The node has no transaction/);
  });

  it("reports that nothing is copied where the browser has no clipboard", async (t) => {
    const explorer = await opened(t);
    await explorer.go(`/address/${alice.address}`, /^Address$/);
    await explorer.ask("void Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await explorer.click(".identity .copy");
    await explorer.shows(".identity .copy", /^Not copied$/);
  });

  it("draws no blocks of a former chain, and loads parts that it could not load before", async (t) => {
    const first = await startLocalNode();
    const proxy = await openProxy(first.url);
    t.after(() => proxy.close());
    await call(first.url, "hardhat_mine", ["0x8"]);
    const explorer = await openExplorer(browser(), proxy.url);
    t.after(() => explorer.leave());
    await explorer.shows(".rows li:first-child", /^8\b/);
    await first.stop();
    await explorer.shows(".link", /^The node does not answer/);
    const second = await startLocalNode();
    t.after(() => second.stop());
    await call(second.url, "hardhat_mine", ["0x2"]);
    proxy.connectTo(second.url);
    await explorer.shows(".rows li:first-child", /^2\b/);
    await explorer.comesTo("document.querySelectorAll('[data-kind=canonical]').length", 3);
    await explorer.comesTo("document.querySelectorAll('[data-kind=lost]').length", 0);
    proxy.connectTo(first.url);
    await explorer.shows(".link", /^The node does not answer/);
    await explorer.ask("void (location.hash = '/pool')");
    await explorer.shows(
      "main",
      /^The node does not answer: this page will be loaded once it does\.$/,
    );
    proxy.connectTo(second.url);
    await explorer.shows("h1", /^Pool$/);
    const thrown = explorer.trouble.filter((line) => line.startsWith("thrown"));
    assert.deepEqual(thrown, []);
  });
});
