/** Tests that the explorer shows the miners, and the difficulty of both chains. */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { hashBitcoinHeader } from "@tandem/bitcoin";
import { vectorHeights } from "@tandem/consensus";
import { fromHex } from "@tandem/primitives";
import { assertUsable, axeSource } from "../support/browser/accessible.js";
import { dropFile, noBrowser } from "../support/browser/browser.js";
import { type Explorer, openExplorer } from "../support/browser/explorer.js";
import { withExplorer } from "../support/browser/explorer-scene.js";
import { startLocalNode } from "../support/local-node.js";
import { findPoolBlock, submission, type WireWork } from "../support/pool-miner.js";
import { serveBitcoinBlocks } from "../support/processes/bitcoin-blocks.js";
import { promised } from "../support/promised.js";
import { call } from "../support/rpc.js";
import { callAll, readChain } from "../support/rpc-batch.js";
import type { Hex, WireBlock } from "../support/wire.js";

/** The output of `inspect forks --json`, but with a name that is markup. */
const finding = {
  bitcoin: { from: 100, to: 110, tags: { untagged: 1, "main-chain": 5, witness: 5 } },
  mainChain: { source: "http://127.0.0.1", headHeight: 900 },
  forks: [
    {
      id: 104,
      level: 2,
      levelName: "<img src=x>",
      range: { from: 860, to: 870 },
      lengthMin: 20,
      lengthMax: 30,
      lastHeight: 890,
      ahead: -10,
      share: 0.5,
      witnessCount: 5,
      witnesses: [],
    },
  ],
};

/** Returns the tag of a block at a height, which is hidden if its ancestors above `commonTo` are. */
function tagOf(chain: readonly WireBlock[], height: number, commonTo: number): Uint8Array {
  const tag = new Uint8Array(32);
  const work = (chain[height] as WireBlock).hashForMergedMining;
  tag.set(commonTo >= height ? fromHex(work).subarray(0, 20) : new Uint8Array(20).fill(7));
  for (const [i, at] of vectorHeights(height).entries()) {
    const { bitcoinMergedMiningHeader } = chain[at] as WireBlock;
    const [byte = 0] = hashBitcoinHeader(fromHex(bitcoinMergedMiningHeader));
    tag[20 + i] = at <= commonTo ? byte : byte ^ 0xff;
  }
  new DataView(tag.buffer).setUint32(28, height);
  return tag;
}

describe("the mining page of the explorer", { skip: noBrowser }, () => {
  const { node, browser, opened } = withExplorer(["--mining", "manual"]);
  before(async () => {
    await call(node().url, "hardhat_mine", ["0x5", "0xf"]);
    await call(node().url, "hardhat_setCoinbase", [`0x${"ab".repeat(20)}`]);
    await call(node().url, "tandem_mineUncle", [{}]);
    await call(node().url, "hardhat_mine", ["0x5", "0x2d"]);
  });

  it("has miners with their shares, intervals, difficulties and uncles, and follows the head", async (t) => {
    const explorer = await opened(t);
    await explorer.go("/mining", /^Mining$/);
    const miners = await explorer.shows("[aria-labelledby=miners] tbody", /50 %/);
    assert.match(miners, /0xabababab…ababab\s+5\s+50 %\s+1/);
    await explorer.shows("[aria-labelledby=intervals]", /10 s to 20 s\s+4/);
    await explorer.shows("[aria-labelledby=difficulty]", /blocks 1 to 10/);
    await explorer.shows("[aria-labelledby=bitcoin-difficulty]", /from 2 to 2/);
    await explorer.shows("[aria-labelledby=uncles]", /from 0 to 1/);
    const work = await call<WireWork>(node().url, "mnr_getWork");
    const [method, params] = submission("block", findPoolBlock(work));
    await call(node().url, method, params);
    await call(node().url, "mnr_submitBitcoinBlock", ["0x"]).catch(() => undefined);
    const submissions = "[aria-labelledby=submissions]";
    await explorer.shows(submissions, /2 since the node started: 1 became the head, 1 refused/);
    await explorer.shows(`${submissions} li`, /refused\s+Cannot read the block/);
    await explorer.shows("[data-alerts]", /^No Bitcoin node is configured/);
    await dropFile(explorer.page, "[aria-labelledby=fork-monitor] .drop", JSON.stringify(finding));
    await explorer.shows(
      "[aria-labelledby=fork-monitor]",
      /Level 2, <img .*: a branch left the chain between .* Its 20 to 30 hidden blocks reach/,
    );
    await explorer.comesTo("document.querySelectorAll('main img').length", 0);
    await explorer.page.evaluate(axeSource);
    await assertUsable(explorer.page);
    await call(node().url, "evm_mine");
    await explorer.shows("[aria-labelledby=difficulty]", /blocks 1 to 12/);
  });

  // While Bitcoin does not answer: on a busy machine the node has waited for too long before the page is open.
  const notRead =
    /^(The first blocks of Bitcoin are being read|Bitcoin's blocks cannot be read at present: it does not answer in time)\.$/;

  it("has the alerts of the node's own fork monitor about Bitcoin's newest blocks", async (t) => {
    const tags = promised<readonly Uint8Array[]>();
    const bitcoin = await serveBitcoinBlocks(tags.promise);
    t.after(() => bitcoin.close());
    const flags = ["--mining", "manual", "--bitcoin-rpc", bitcoin.url];
    const watching = await startLocalNode(flags);
    let explorer: Explorer | undefined;
    // The page is closed first, because it would reconnect without its node.
    t.after(() => explorer?.close());
    t.after(() => watching.stop());
    const miner = await startLocalNode(["--mining", "manual", "--timestamp", "1700000000"]);
    t.after(() => miner.stop());
    await call(miner.url, "hardhat_mine", ["0x1f4"]);
    const chain = await readChain(miner.url);
    const raws = chain
      .slice(1)
      .map(({ number }) => ({ method: "debug_getRawBlock", params: [number] }));
    await call(watching.url, "debug_importBlocks", [await callAll<Hex>(miner.url, raws)]);
    explorer = await openExplorer(browser(), watching.url);
    await explorer.go("/mining", /^Mining$/);
    await explorer.shows("[data-alerts]", notRead);
    await explorer.shows("[aria-labelledby=uncles]", /None of the newest blocks lists an uncle/);
    tags.resolve([tagOf(chain, 470, 470), ...[480, 490, 500].map((at) => tagOf(chain, at, 320))]);
    await explorer.shows(
      "[data-alerts]",
      /4 tag a block .*: 1 of the chain, 0 beside it, 3 hidden/,
    );
    const alert = await explorer.shows("[data-alerts] li", /^⚠ Level 1, urgent/);
    assert.match(
      alert,
      /between heights 320 and 384. Its 117 to 180 hidden blocks reach height 500/,
    );
    assert.match(
      alert,
      /as far as the head, with \d+ % .*3 witnesses, since Bitcoin block 1, last in/,
    );
    assert.match(watching.output(), /Bitcoin's miners mine a hidden branch/);
  });
});
