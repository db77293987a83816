/** The explorer shows who mined, and the difficulty of both chains. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Browser } from "puppeteer-core";
import { assertUsable, axeSource } from "../support/browser/accessible.js";
import { browserPath, dropFile, launchBrowser } from "../support/browser/browser.js";
import { openExplorer } from "../support/browser/explorer.js";
import { type NodeProcess, startNodeProcess } from "../support/node-process.js";
import { findPoolBlock, submission, type WireWork } from "../support/pool-miner.js";
import { call } from "../support/rpc.js";

const skip = browserPath === undefined && "no chromium here, and it could not be installed";

/** As `inspect forks --json` prints it, but for a name that is markup. */
const finding = {
  bitcoin: { from: 100, to: 110, tags: { untagged: 1, "main-chain": 5, witness: 5 } },
  mainChain: { source: "http://127.0.0.1", headHeight: 900 },
  forks: [
    {
      ...{ id: 104, level: 2, levelName: "<img src=x>", range: { from: 860, to: 870 } },
      ...{ lengthMin: 20, lengthMax: 30, lastHeight: 890, ahead: -10, share: 0.5, witnessCount: 5 },
      witnesses: [],
    },
  ],
};

describe("the mining page of the explorer", { skip }, () => {
  let node: NodeProcess;
  let browser: Browser;
  before(async () => {
    node = await startNodeProcess(["--mining", "manual"]);
    await call(node.url, "hardhat_mine", ["0x5", "0xf"]);
    await call(node.url, "hardhat_setCoinbase", [`0x${"ab".repeat(20)}`]);
    await call(node.url, "tandem_mineUncle", [{}]);
    await call(node.url, "hardhat_mine", ["0x5", "0x2d"]);
    browser = await launchBrowser(browserPath ?? "");
  });
  after(async () => {
    await browser?.close();
    await node?.stop();
  });

  it("has miners with their shares, intervals, difficulties and uncles, and follows the head", async (t) => {
    const explorer = await openExplorer(browser, node.url);
    t.after(() => explorer.close());
    await explorer.go("/mining", /^Mining$/);
    const miners = await explorer.shows("[aria-labelledby=miners] tbody", /50 %/);
    assert.match(miners, /0xabababab…ababab\s+5\s+50 %\s+1/);
    await explorer.shows("[aria-labelledby=intervals]", /10 s to 20 s\s+4/);
    await explorer.shows("[aria-labelledby=difficulty]", /blocks 1 to 10/);
    await explorer.shows("[aria-labelledby=bitcoin-difficulty]", /from 2 to 2/);
    await explorer.shows("[aria-labelledby=uncles]", /from 0 to 1/);
    const work = await call<WireWork>(node.url, "mnr_getWork");
    const [method, params] = submission("block", findPoolBlock(work));
    await call(node.url, method, params);
    await call(node.url, "mnr_submitBitcoinBlock", ["0x"]).catch(() => undefined);
    const submissions = "[aria-labelledby=submissions]";
    await explorer.shows(submissions, /2 since the node started: 1 became the head, 1 refused/);
    await explorer.shows(`${submissions} li`, /refused\s+Cannot read the block/);
    await dropFile(explorer.page, "[aria-labelledby=fork-monitor] .drop", JSON.stringify(finding));
    await explorer.shows(
      "[aria-labelledby=fork-monitor]",
      /Level 2, <img .*: a branch .*20 to 30 blocks/,
    );
    await explorer.comesTo("document.querySelectorAll('main img').length", 0);
    await explorer.page.evaluate(axeSource);
    await assertUsable(explorer.page);
    await call(node.url, "evm_mine");
    await explorer.shows("[aria-labelledby=difficulty]", /blocks 1 to 12/);
  });
});
