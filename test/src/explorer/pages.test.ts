/** Tests the explorer with a real node: search, blocks, transactions and accounts. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Address, fromHex, toChecksum } from "@tandem/primitives";
import { hoverOver, noBrowser, takePicture } from "../support/browser/browser.js";
import { type Explorer, openExplorer } from "../support/browser/explorer.js";
import { alice, bob, withScene } from "../support/browser/explorer-scene.js";
import { coin, send } from "../support/development.js";
import { eventually } from "../support/eventually.js";
import { startLocalNode } from "../support/local-node.js";
import { openProxy } from "../support/processes/tcp-proxy.js";
import { call } from "../support/rpc.js";
import type { Hex } from "../support/wire.js";

/** The page has thin spaces between groups of digits. */
const plain = (text: string) => text.replaceAll("\u202f", "");

describe("the explorer", { skip: noBrowser }, () => {
  const { scene, browser, rpc, opened } = withScene();

  it("shows blocks and transactions as they arrive, without a reload", async (t) => {
    const explorer = await opened(t);
    const before = Number(await rpc<Hex>("eth_blockNumber"));
    await explorer.shows("ol[aria-label], .rows li:first-child", new RegExp(`^${before}\\b`));
    const hash = await send(scene().node.url, alice, { to: bob.address, value: coin });
    await explorer.shows(".rows li:first-child", new RegExp(`^${before + 1}\\b`));
    await explorer.fieldIs("Head", `${before + 1}`);
    await explorer.fieldIs("Chain id", "31");
    await explorer.fieldIs("Minimum gas price", /^0\.06 gwei$/);
    await explorer.shows("[aria-labelledby=transactions] li", new RegExp(hash.slice(0, 10)));
    await takePicture(explorer.page, "explorer-home");
  });

  it("keeps a shortened address on one line beside a long amount", async (t) => {
    await send(scene().node.url, alice, { to: bob.address, value: 123_456_789_012_345_678n });
    const explorer = await opened(t);
    await explorer.page.setViewport({ width: 1200, height: 900 });
    await explorer.shows("[aria-labelledby=transactions] li", /0\.123456789012345678 coins/);
    const divided = await explorer.ask<string[]>(`[...document.querySelectorAll(".rows .hex")]
      .filter((link) => link.getClientRects().length > 1).map((link) => link.outerHTML)`);
    assert.deepEqual(divided, []);
  });

  it("loads at most 150 KB for the first view, compressed", async (t) => {
    const explorer = await opened(t);
    await explorer.shows(".rows li:first-child", /^\d+\b/);
    const sizes = await explorer.ask<number[]>(
      "performance.getEntriesByType('resource').map(({ encodedBodySize }) => encodedBodySize)",
    );
    assert.ok(sizes.length >= 3);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(total > 50_000 && total < 150_000, `${total}`);
  });

  it("shows a block of many transactions page by page", async (t) => {
    await rpc("evm_setAutomine", [false]);
    t.after(() => rpc("evm_setAutomine", [true]));
    const nonce = Number(await rpc<Hex>("eth_getTransactionCount", [bob.address]));
    const fields = { to: alice.address, value: 1n };
    for (let i = 0; i < 60; i++) await send(scene().node.url, bob, { ...fields, nonce: nonce + i });
    await rpc("evm_mine");
    const height = Number(await rpc<Hex>("eth_blockNumber"));
    const explorer = await opened(t);
    await explorer.go(`/block/${height}`, new RegExp(`^Block ${height}$`));
    for (const [page, count] of [25, 25, 10].entries()) {
      await explorer.shows("[aria-labelledby=transactions]", new RegExp(`Page ${page + 1} of 3`));
      await explorer.comesTo("document.querySelectorAll('tbody tr').length", count);
      if (page < 2) await explorer.click("[aria-labelledby=transactions] button:last-of-type");
    }
  });

  it("does not update the lists while a reader uses them", async (t) => {
    const explorer = await opened(t);
    const first = await explorer.shows(".rows li:first-child", /^\d+\b/);
    await hoverOver(explorer.page, ".rows li:first-child");
    await rpc("evm_mine");
    await explorer.shows("[aria-labelledby=blocks] .held", /^1 newer/);
    assert.equal(await explorer.text(".rows li:first-child"), first);
    await explorer.page.mouse.move(0, 0);
    await eventually("the new block", async () => {
      return (await explorer.text(".rows li:first-child")) !== first;
    });
  });

  it("finds heights, hashes and addresses, and reports misses", async (t) => {
    const explorer = await opened(t);
    const { page, shows, ask } = explorer;
    const search = async (text: string) => {
      await ask("document.activeElement.blur()");
      await page.keyboard.press("/");
      assert.equal(await ask("document.activeElement.id"), "search");
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
    };
    await search("1");
    await shows("h1", /^Block 1$/);
    const block = await rpc<{ hash: string }>("eth_getBlockByNumber", ["0x2", false]);
    await search(block.hash);
    await shows("h1", /^Block 2$/);
    await search(scene().transfer);
    await shows("h1", /^Transaction$/);
    await search(scene().contract);
    await shows("h1", /^Address$/);
    const checked = toChecksum(fromHex(scene().contract) as Address, 31);
    await search(checked);
    await shows("h1", /^Address$/);
    await explorer.fieldIs("Checksum of the chain", new RegExp(`^${checked}`));
    await search(toChecksum(fromHex(scene().contract) as Address, 30));
    await shows("#search-told", /^The checksum of this address is wrong/);
    await search("99999");
    await shows("#search-told", /^There is no block 99999: the newest is \d+\.$/);
    await search(`0x${"ab".repeat(32)}`);
    await shows("#search-told", /^No transaction, pending or mined, and no block/);
    await search("somebody");
    await shows("#search-told", /neither a height nor hex/);
  });

  it("is opened by the links of wallets, with the paths of EIP-3091", async (t) => {
    const explorer = await opened(t);
    const { contract, node, transfer } = scene();
    for (const [path, heading] of [
      [`tx/${transfer}`, /^Transaction$/],
      ["block/2", /^Block 2$/],
      ["block/latest", /^Block \d+$/],
      ["block/earliest", /^Block 0$/],
      ["block/pending", /^Pool$/],
      [`address/${toChecksum(fromHex(alice.address) as Address)}`, /^Address$/],
      [`token/${contract}`, /^Address$/],
    ] as const) {
      await explorer.page.goto(`${node.url}/${path}`);
      await explorer.shows("h1", heading);
    }
  });

  it("shows every field of a block, and its transactions", async (t) => {
    const explorer = await opened(t);
    await explorer.go("/block/2", /^Block 2$/);
    const block = await rpc<Record<string, string>>("eth_getBlockByNumber", ["0x2", false]);
    for (const [name, value] of [
      ["Parent", block.parentHash],
      ["Miner", block.miner],
      ["State root", block.stateRoot],
      ["Receipts root", block.receiptsRoot],
      ["Hash for merged mining", block.hashForMergedMining],
      ["Bitcoin header", block.bitcoinMergedMiningHeader],
      ["Bitcoin coinbase", block.bitcoinMergedMiningCoinbaseTransaction],
    ] as const) {
      await explorer.fieldIs(name, value ?? "");
    }
    assert.ok((await explorer.field("Hash")).startsWith(block.hash ?? "none"));
    assert.equal(plain(await explorer.field("Gas limit")), `${Number(block.gasLimit)}`);
    await explorer.shows("tbody tr", new RegExp(scene().transfer.slice(0, 10)));
    await explorer.comesTo("document.querySelectorAll('tbody tr').length", 1);
    await explorer.go("/block/77777", /^Block 77.777$/);
    await explorer.shows("[role=alert]", /^The node has no block 77777\.$/);
    await explorer.click(".steps a");
    const newest = Number(/\d+/.exec(await explorer.shows("h1", /^Block \d$/)));
    await explorer.shows(".steps", new RegExp(`^← Block ${newest - 1}$`));
    await explorer.click(".steps a");
    await explorer.shows(".steps", new RegExp(`Block ${newest} →$`));
  });

  it("begins a value on a narrow screen where its name begins", async (t) => {
    const explorer = await opened(t);
    await explorer.page.setViewport({ width: 390, height: 844 });
    await explorer.go(`/tx/${scene().transfer}`, /^Transaction$/);
    await explorer.shows("[aria-labelledby=transfers]", /of 0x/);
    const indented = await explorer.ask<string[]>(`[...document.querySelectorAll("dt")]
      .filter((term) => term.nextElementSibling.getBoundingClientRect().left !== term.getBoundingClientRect().left)
      .map((term) => term.innerText)`);
    assert.deepEqual(indented, []);
  });

  it("shows status, block, sender, receiver, fee, input and logs of a transaction", async (t) => {
    const explorer = await opened(t);
    await explorer.go(`/tx/${scene().transfer}`, /^Transaction$/);
    await explorer.shows(".status", /^Success$/);
    await explorer.fieldIs("Block number", /^2, position 0$/);
    await explorer.fieldIs("From", alice.address);
    await explorer.fieldIs("To", scene().contract);
    const { gasUsed, effectiveGasPrice } = await rpc<Record<string, Hex>>(
      "eth_getTransactionReceipt",
      [scene().transfer],
    );
    const fee = BigInt(gasUsed ?? 0) * BigInt(effectiveGasPrice ?? 0);
    const digits = `0${fee.toString().padStart(18, "0")}`.slice(-19);
    const shown = `${digits.slice(0, 1)}.${digits.slice(1).replace(/0+$/, "")} coins`;
    await explorer.fieldIs("Fee", shown);
    await explorer.shows("[aria-labelledby=input]", /transfer\(address,uint256\)/);
    await explorer.fieldIs("amount", "5");
    await explorer.shows("[aria-labelledby=logs]", /Transfer\(address,address,uint256\)/);
    await explorer.shows("pre.bytes", /^0xa9059cbb/);
    await explorer.shows("[aria-labelledby=transfers]", /of 0x/);
    await explorer.ask("document.querySelector('[aria-labelledby=transfers]').scrollIntoView()");
    await takePicture(explorer.page, "explorer-transaction");
  });

  it("shows why a transaction failed, and which contract one created", async (t) => {
    const explorer = await opened(t);
    await explorer.go(`/tx/${scene().failure}`, /^Transaction$/);
    await explorer.shows(".status", /^Failed: execution reverted: "insufficient balance"$/);
    await explorer.go(`/tx/${scene().deployment}`, /^Transaction$/);
    await explorer.shows(".status", /^Success$/);
    await explorer.fieldIs("To", `created ${scene().contract}`);
    await explorer.go(`/tx/0x${"12".repeat(32)}`, /^Transaction$/);
    await explorer.shows("[role=alert]", /^The node has no transaction/);
  });

  it("follows a pending transaction into its block", async (t) => {
    const explorer = await opened(t);
    await rpc("evm_setAutomine", [false]);
    t.after(() => rpc("evm_setAutomine", [true]));
    const hash = await send(scene().node.url, bob, { to: alice.address, value: 1n });
    await explorer.go(`/tx/${hash}`, /^Transaction$/);
    await explorer.shows(".status", /^Pending/);
    await rpc("evm_mine");
    await explorer.shows(".status", /^Success$/);
  });

  it("shows an account and its transactions", async (t) => {
    const explorer = await opened(t);
    await explorer.go(`/address/${scene().contract}`, /^Address$/);
    await explorer.shows("[aria-labelledby=account]", /contract/);
    await explorer.fieldIs("Created", new RegExp(scene().deployment.slice(0, 10)));
    await explorer.comesTo("document.querySelectorAll('tbody tr').length", 3);
    await explorer.go(`/address/${alice.address}`, /^Address$/);
    const nonce = await rpc<Hex>("eth_getTransactionCount", [alice.address]);
    await explorer.shows("[aria-labelledby=account]", /without code/);
    await explorer.fieldIs("Nonce", `${Number(nonce)}`);
  });

  it("reports that the node is unreachable, and recovers by itself", async (t) => {
    const node = await startLocalNode();
    const proxy = await openProxy(node.url);
    t.after(() => proxy.close());
    const explorer = await openExplorer(browser(), proxy.url);
    await node.stop();
    await explorer.shows(".link", /^The node does not answer/);
    const again = await startLocalNode();
    t.after(() => again.stop());
    proxy.connectTo(again.url);
    await explorer.shows(".link", /^Connected$/);
    await call(again.url, "evm_mine");
    await explorer.shows(".rows li:first-child", /^1\b/);
    const others = explorer.trouble.filter((line) => !line.includes("WebSocket connection"));
    assert.deepEqual(others, []);
    await explorer.leave();
  });

  it("is below the key of a node that has keys", async (t) => {
    const node = await startLocalNode(["--api-key", "secret"]);
    let explorer: Explorer | undefined;
    // The page is closed first, because it would reconnect without its node.
    t.after(() => explorer?.leave());
    t.after(() => node.stop());
    explorer = await openExplorer(browser(), `${node.url}/secret`);
    await explorer.shows(".rows li:first-child", /^0\b/);
    const { page } = explorer;
    const refused = await page.goto(node.url);
    assert.equal(refused?.status(), 401);
    await explorer.shows("h1", /^This node needs an API key$/);
    await page.goto(`${node.url}/secret`);
    await explorer.shows(".rows li:first-child", /^0\b/);
    assert.equal(page.url(), `${node.url}/secret/`);
    const others = explorer.trouble.filter((line) => !line.includes("status of 401"));
    assert.deepEqual(others, []);
  });

  it("is disabled by --explorer false, and on the main chain by default", async (t) => {
    const statusWith = async (...flags: string[]) => {
      const node = await startLocalNode(flags);
      t.after(() => node.stop());
      return (await fetch(`${node.url}/`, { headers: { accept: "text/html" } })).status;
    };
    assert.equal(await statusWith("--explorer", "false"), 405);
    assert.equal(await statusWith("--chain", "main"), 405);
    assert.equal(await statusWith("--chain", "main", "--explorer", "true"), 200);
  });
});
