/** Tests the explorer when answers of the node are late, fail, or are refused. */
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { noBrowser } from "../support/browser/browser.js";
import { type Explorer, openExplorer } from "../support/browser/explorer.js";
import { withScene } from "../support/browser/explorer-scene.js";
import { type TamperedPage, tamperWith } from "../support/browser/tampered.js";
import { openProxy } from "../support/processes/tcp-proxy.js";
import { call } from "../support/rpc.js";

describe("answers that are late, fail, or are refused, in the explorer", {
  skip: noBrowser,
}, () => {
  const { scene, browser, opened: open } = withScene();

  async function opened(t: TestContext): Promise<Explorer & TamperedPage> {
    const explorer = await open(t);
    return { ...explorer, ...(await tamperWith(explorer.page)) };
  }

  const search = async (explorer: Explorer, text: string) => {
    await explorer.page.locator("#search").fill(text);
    await explorer.click(".search button");
  };

  it("shows what the newest search found, when an earlier one is answered later", async (t) => {
    const explorer = await opened(t);
    await explorer.hold("eth_getTransactionByHash");
    await search(explorer, scene().transfer);
    await search(explorer, "1");
    await explorer.shows("h1", /^Block 1$/);
    await explorer.release("eth_getTransactionByHash");
    assert.equal(await explorer.ask("location.hash"), "#/block/1");
    await explorer.shows("#search-told", /^$/);
  });

  it("stays on the page to which its reader went while a search was not answered", async (t) => {
    const explorer = await opened(t);
    await explorer.hold("eth_getTransactionByHash");
    await search(explorer, scene().transfer);
    await explorer.shows("#search-told", /^Searching/);
    await explorer.go("/pool", /^Pool$/);
    await explorer.shows("#search-told", /^$/);
    await explorer.release("eth_getTransactionByHash");
    assert.equal(await explorer.ask("location.hash"), "#/pool");
  });

  it("keeps what is open of an account whose values cannot be read for a while", async (t) => {
    const explorer = await opened(t);
    await explorer.go(`/address/${scene().contract}`, /^Address$/);
    await explorer.click("#events summary");
    await explorer.shows("#events", /Log \d+ of block/);
    await explorer.refuse("eth_getBalance");
    await call(scene().node.url, "evm_mine");
    await explorer.shows(
      "[aria-labelledby=account] [role=alert]",
      /did not answer for the account/,
    );
    await explorer.comesTo("document.querySelector('#events')?.open ?? false", true);
    await explorer.shows("#events", /Log \d+ of block/);
    assert.match(await explorer.field("Kind"), /^contract$/);
    await explorer.accept("eth_getBalance");
    await call(scene().node.url, "evm_mine");
    await explorer.comesTo("document.querySelectorAll('main [role=alert]').length", 0);
    await explorer.comesTo("document.querySelector('#events').open", true);
  });

  it("keeps the edits of a proof while its block cannot be read", async (t) => {
    const explorer = await opened(t);
    await explorer.go("/block/1", /^Block 1$/);
    await explorer.click(".editor summary");
    const changed = "document.querySelectorAll('.edit.changed').length";
    await explorer.page.locator(".edit textarea").fill("0x12");
    await explorer.comesTo(changed, 1);
    await explorer.refuse("ots_getBlockDetails");
    await call(scene().node.url, "evm_mine");
    await explorer.shows("main > [role=alert]", /did not answer for the block/);
    await explorer.comesTo(changed, 1);
    await explorer.accept("ots_getBlockDetails");
    await call(scene().node.url, "evm_mine");
    await explorer.comesTo("document.querySelectorAll('main > [role=alert]').length", 0);
    await explorer.comesTo(changed, 1);
  });

  it("reports why the first page has nothing to show", async (t) => {
    const explorer = await opened(t);
    await explorer.go("/pool", /^Pool$/);
    await explorer.refuse("tandem_getBlocksByHeight");
    await explorer.ask("void (location.hash = '/')");
    await explorer.shows(
      "main [role=alert]",
      /did not answer for the chain: refused tandem_getBlocksByHeight/,
    );
    await explorer.accept("tandem_getBlocksByHeight");
    await explorer.shows("h1", /^The chain$/);
  });

  it("keeps what was typed into controls when the node is away", async (t) => {
    const proxy = await openProxy(scene().node.url);
    t.after(() => proxy.close());
    const explorer = await openExplorer(browser(), proxy.url);
    t.after(() => explorer.leave());
    const { hold, isHeld } = await tamperWith(explorer.page);
    await explorer.go("/controls", /^Controls$/);
    await explorer.page.locator("#control-mine [name=Blocks]").fill("7");
    await hold("tandem_tip");
    proxy.connectTo(scene().node.url);
    await isHeld("tandem_tip", 1);
    // The connection is lost while the controls are looked for.
    proxy.connectTo(scene().node.url);
    await isHeld("tandem_tip", 2);
    await explorer.comesTo("document.querySelector('#control-mine [name=Blocks]')?.value", "7");
    await explorer.comesTo("document.querySelectorAll('main [role=alert]').length", 0);
  });

  it("subscribes again after the node refused to", async (t) => {
    const proxy = await openProxy(scene().node.url);
    t.after(() => proxy.close());
    const explorer = await openExplorer(browser(), proxy.url);
    t.after(() => explorer.leave());
    const { refuse, accept } = await tamperWith(explorer.page);
    await refuse("eth_subscribe");
    proxy.connectTo(scene().node.url);
    await explorer.shows(".link", /^The node refuses to report new blocks/);
    await explorer.go("/block/1", /^Block 1$/);
    await accept("eth_subscribe");
    await explorer.shows(".link", /^Connected$/);
    await explorer.go("/", /^The chain$/);
    await call(scene().node.url, "evm_mine");
    const height = Number(await call(scene().node.url, "eth_blockNumber"));
    await explorer.shows(".rows li:first-child", new RegExp(`^${height}\\b`));
    const thrown = explorer.trouble.filter((line) => line.startsWith("thrown"));
    assert.deepEqual(thrown, []);
  });

  it("reads the head again after the node refused to", async (t) => {
    const proxy = await openProxy(scene().node.url);
    t.after(() => proxy.close());
    const explorer = await openExplorer(browser(), proxy.url);
    t.after(() => explorer.leave());
    const { refuse, accept } = await tamperWith(explorer.page);
    await refuse("eth_getBlockByNumber");
    proxy.connectTo(scene().node.url);
    await explorer.shows(".link", /^The node refuses/);
    await accept("eth_getBlockByNumber");
    await explorer.shows(".link", /^Connected$/);
    const thrown = explorer.trouble.filter((line) => line.startsWith("thrown"));
    assert.deepEqual(thrown, []);
  });
});
