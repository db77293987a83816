/** Tests the lists of transactions and transfers in the explorer. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Abi, encodeDeployData, encodeFunctionData } from "viem";
import { assertUsable, axeSource } from "../support/browser/accessible.js";
import { noBrowser } from "../support/browser/browser.js";
import { alice, bob, withExplorer } from "../support/browser/explorer-scene.js";
import { compileOne } from "../support/compile.js";
import { emptyAccount, send } from "../support/development.js";
import { call } from "../support/rpc.js";
import type { Hex } from "../support/wire.js";

describe("the lists of the explorer", { skip: noBrowser }, () => {
  const { node, opened } = withExplorer();

  const receiptOf = (hash: Hex) =>
    call<{ blockNumber: Hex; blockHash: Hex; contractAddress: Hex }>(
      node().url,
      "eth_getTransactionReceipt",
      [hash],
    );

  it("name the contract that a transaction created, and none if it failed", async (t) => {
    // INVALID, and code that returns no code.
    const failed = await receiptOf(await send(node().url, bob, { data: "0xfe", gasLimit: 90_000 }));
    const done = await receiptOf(await send(node().url, bob, { data: "0x00", gasLimit: 90_000 }));
    const explorer = await opened(t);
    await explorer.go(`/address/${bob.address}`, /^Address$/);
    const rows = await explorer.shows("tbody", /nothing was created/);
    assert.match(rows, new RegExp(`created ${done.contractAddress.slice(0, 10)}`));
    assert.doesNotMatch(rows, new RegExp(failed.contractAddress.slice(0, 10)));
    // Off the canonical chain, nothing says how it ended.
    await call(node().url, "tandem_mineBranch", [{ depth: 1, length: 2 }]);
    await explorer.go(`/block/${done.blockHash}`, /^Block 2$/);
    await explorer.shows("tbody", /a new contract/);
  });

  it("are at the same page again when the reader comes back", async (t) => {
    await call(node().url, "evm_setAutomine", [false]);
    t.after(() => call(node().url, "evm_setAutomine", [true]));
    for (let i = 0; i < 30; i++) await send(node().url, alice, { to: bob.address, value: 1n });
    await call(node().url, "evm_mine");
    const height = Number(await call<Hex>(node().url, "eth_blockNumber"));
    const explorer = await opened(t);
    const { page } = explorer;
    const part = "[aria-labelledby=transactions]";
    await explorer.go(`/block/${height}`, new RegExp(`^Block ${height}$`));
    await explorer.click(`${part} nav button:last-child`);
    await explorer.shows(part, /Page 2 of 2/);
    await explorer.comesTo("document.querySelectorAll('tbody tr').length", 5);
    await explorer.click(`${part} tbody a`);
    await explorer.shows("h1", /^Transaction$/);
    await page.goBack();
    await explorer.shows(part, /Page 2 of 2/);
    await page.reload();
    await explorer.shows(part, /Page 2 of 2/);
    await explorer.go(`/block/${height - 1}`, new RegExp(`^Block ${height - 1}$`));
    await explorer.go(`/block/${height}`, new RegExp(`^Block ${height}$`));
    await explorer.shows(part, /Page 1 of 2/);
  });

  it("are scrolled to where they were when the reader comes back, and new pages to their top", async (t) => {
    const height = Number(await call<Hex>(node().url, "eth_blockNumber"));
    const explorer = await opened(t);
    const { page } = explorer;
    await page.setViewport({ width: 800, height: 300 });
    await explorer.go(`/block/${height}`, new RegExp(`^Block ${height}$`));
    await explorer.comesTo("document.documentElement.scrollHeight > 1000", true);
    const link = "document.querySelector(`dd a[href^='#/address/']`)";
    await explorer.ask(`void (window.scrollTo(0, 600), ${link}.click())`);
    await explorer.shows("h1", /^Address$/);
    await explorer.comesTo("window.scrollY", 0);
    await page.goBack();
    await explorer.shows("h1", /^Block/);
    await explorer.comesTo("window.scrollY", 600);
    await page.reload();
    await explorer.shows("h1", /^Block/);
    await explorer.comesTo("window.scrollY", 600);
    await explorer.ask("void window.scrollTo(0, 200)");
    await page.goForward();
    await explorer.shows("h1", /^Address$/);
    await page.goBack();
    await explorer.comesTo("window.scrollY", 200);
    await explorer.go(`/block/${height - 1}`, new RegExp(`^Block ${height - 1}$`));
    await explorer.comesTo("window.scrollY", 0);
    await explorer.comesTo("document.documentElement.scrollHeight > 1000", true);
    await page.goBack();
    await explorer.shows("h1", new RegExp(`^Block ${height}$`));
    await explorer.comesTo("window.scrollY", 200);
  });

  it("lead to pages with a title each, which have the focus", async (t) => {
    const explorer = await opened(t);
    const { page } = explorer;
    const focused = "document.activeElement.getAttribute('aria-label')";
    await explorer.comesTo("document.title", "Tandem explorer");
    await explorer.shows(".blocks li", /^\d/);
    await explorer.page.focus(".blocks li:last-child a");
    await page.keyboard.press("Enter");
    await explorer.shows("h1", /^Block 0$/);
    await explorer.comesTo("document.title", "Block 0 – Tandem explorer");
    await explorer.comesTo(focused, "Block 0 – Tandem explorer");
    await page.goBack();
    await explorer.comesTo("document.title", "Tandem explorer");
    await explorer.comesTo(focused, "Tandem explorer");
  });

  it("of an account are bounded, however many transactions a block has", async (t) => {
    await call(node().url, "evm_setAutomine", [false]);
    t.after(() => call(node().url, "evm_setAutomine", [true]));
    const to = emptyAccount(7).address;
    for (let i = 0; i < 130; i++) await send(node().url, alice, { to, value: 1n });
    await call(node().url, "evm_mine");
    const explorer = await opened(t);
    const rows = "document.querySelectorAll('[aria-labelledby=transactions] tbody tr').length";
    await explorer.go(`/address/${to}`, /^Address$/);
    await explorer.comesTo(rows, 100);
    await explorer.click("[aria-label='Pages of transactions of these blocks'] button:last-child");
    await explorer.comesTo(rows, 30);
  });

  it("of transfers of very large amounts fit on a phone", async (t) => {
    const { abi, bytecode } = compileOne("Token.sol", "Token");
    const args = ["Name", "W".repeat(40), 10n ** 60n];
    const data = encodeDeployData({ abi: abi as Abi, bytecode, args });
    const { contractAddress } = await receiptOf(
      await send(node().url, alice, { data, gasLimit: 3_000_000 }),
    );
    const move = { functionName: "transfer", args: [bob.address, 10n ** 59n + 7n] };
    const input = encodeFunctionData({ abi: abi as Abi, ...move });
    await send(node().url, alice, { to: contractAddress, data: input, gasLimit: 100_000 });
    const explorer = await opened(t);
    await explorer.go(`/address/${bob.address}`, /^Address$/);
    await explorer.click("#transfers summary");
    await explorer.shows("#transfers .rows", /\.000000000000000007/);
    await explorer.page.evaluate(axeSource);
    await assertUsable(explorer.page);
  });
});
