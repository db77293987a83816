/** Tests the tutorials of docs/ like a reader, from the packed file in an empty folder, in a campaign. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, describe, it } from "node:test";
import {
  borrowBrowser,
  browserPath,
  returnBrowser,
  takePicture,
} from "../support/browser/browser.js";
import { type Explorer, openExplorer } from "../support/browser/explorer.js";
import { documentNames, documentPath } from "../support/documents/markdown.js";
import { isShownIn, runTutorial, type TutorialRun } from "../support/documents/tutorial.js";
import { fewOrMany } from "../support/extent.js";
import { snippetsOf } from "../support/guide.js";
import { makePackage } from "../support/processes/packed.js";
import { call } from "../support/rpc.js";

const isShort = fewOrMany(1, 0) === 1;

const pages = documentNames
  .filter((name) => name.startsWith("docs/tutorial-"))
  .map((name) => name.slice("docs/".length));

/** Opens in the explorer what a page has a picture of. */
const pictures: Readonly<Record<string, (explorer: Explorer, url: string) => Promise<void>>> = {
  async "tutorial-contracts"(explorer, url) {
    const block = await call<{ transactions: string[] }>(url, "eth_getBlockByNumber", [
      "latest",
      false,
    ]);
    await explorer.go(`/tx/${block.transactions[0]}`, /^Transaction/);
    await explorer.shows(".status", /^Failed/);
  },
  async "tutorial-integration"(explorer) {
    await explorer.comesTo(`document.querySelectorAll('[data-kind="uncle"]').length`, 1);
  },
  async "tutorial-pool"(explorer) {
    await explorer.go("/block/5", /^Block 5$/);
    await explorer.shows(".verdict", /^✓/);
    await explorer.ask("document.querySelector('[aria-labelledby=proof]').scrollIntoView()");
  },
};

async function showPicture(page: string, run: TutorialRun): Promise<void> {
  const name = page.replace(".md", "");
  const show = pictures[name];
  if (show === undefined || browserPath === undefined) return;
  const browser = await borrowBrowser();
  try {
    const explorer = await openExplorer(browser, run.urlOf("node"));
    await show(explorer, run.urlOf("node"));
    await takePicture(explorer.page, name);
    await explorer.close();
  } finally {
    returnBrowser(browser);
  }
}

/** The charts of docs/images, by the files that the tutorial writes. */
const charts = {
  "results/shares.svg": "tutorial-research.svg",
  "sweep/pools.slow.child.mainShare.svg": "tutorial-research-sweep.svg",
};

function compareCharts(run: TutorialRun): void {
  for (const [file, image] of Object.entries(charts)) {
    const chart = readFileSync(run.project.path(file), "utf8");
    const shown = documentPath(`docs/images/${image}`);
    if (process.env.WRITE_PICTURES === "1") writeFileSync(shown, chart);
    assert.equal(readFileSync(shown, "utf8"), chart, file);
  }
}

describe("the tutorials", () => {
  it("are five, and have only tested commands", () => {
    assert.equal(pages.length, 5);
    for (const page of pages) {
      const untried = snippetsOf(page).filter(
        ({ language, file, step, server, output }) =>
          language !== "text" && (file ?? step ?? server ?? output) === undefined,
      );
      assert.deepEqual(untried, [], page);
    }
  });

  it("are compared with the output line by line", () => {
    assert.ok(isShownIn("head …\nhead 5\n", "head 1\nother\nhead 5\n"));
    assert.ok(!isShownIn("head 5\nhead 1\n", "head 1\nhead 5\n"));
    assert.ok(!isShownIn("head\n", "head 1\n"));
  });

  describe("from the packed file", { skip: isShort && "a campaign does it" }, async () => {
    const packed = isShort ? undefined : await makePackage();
    after(() => packed?.remove());
    for (const page of pages) {
      it(`${page} works as it is written`, async (t) => {
        if (packed === undefined) return t.skip("it is not packed");
        const run = await runTutorial(page, packed);
        if (typeof run === "string") return t.skip(run);
        try {
          if (page === "tutorial-research.md") compareCharts(run);
          await showPicture(page, run);
        } finally {
          await run.close();
        }
      });
    }
  });
});
