/** Tests that the explorer draws uncles, replaced branches, and a reorg while it happens. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { noBrowser, takePicture } from "../support/browser/browser.js";
import { withExplorer } from "../support/browser/explorer-scene.js";
import { eventually } from "../support/eventually.js";
import type { Hex } from "../support/wire.js";

describe("the tree of the explorer", { skip: noBrowser }, () => {
  const { rpc, opened } = withExplorer(["--mining", "manual"]);

  it("shows an uncle, a reorg of depth 5 as it happens, and the replaced branch", async (t) => {
    await rpc("hardhat_mine", ["0x14"]);
    const uncle = await rpc<Hex>("tandem_mineUncle", [{}]);
    await rpc("hardhat_mine", ["0x6"]);
    const explorer = await opened(t);
    const kindOf = (hash: string) =>
      explorer.ask<string | undefined>(
        `document.querySelector('[data-hash="${hash}"]')?.dataset.kind`,
      );
    const becomes = (hash: string, kind: string) =>
      eventually(`${hash} ${kind}`, async () => (await kindOf(hash)) === kind);
    await becomes(uncle, "uncle");
    const head = await rpc<{ hash: Hex; parentHash: Hex }>("eth_getBlockByNumber", [
      "latest",
      false,
    ]);
    await becomes(head.hash, "canonical");
    const { hashes } = await rpc<{ hashes: Hex[] }>("tandem_mineBranch", [{ depth: 5, length: 6 }]);
    await becomes(hashes.at(-1) ?? "", "canonical");
    await becomes(head.hash, "lost");
    await explorer.shows(".reorgs", /^Reorg: 5 blocks from height 22 on left the chain/);
    await takePicture(explorer.page, "explorer-tree");
    await explorer.ask(`document.querySelector('[data-hash="${head.hash}"]').parentNode.focus()`);
    await explorer.page.keyboard.press("Enter");
    await explorer.shows("h1", /^Block 26$/);
    await explorer.shows("main [role=note]", /^This block is not in the canonical chain/);
    await explorer.shows(".verdict", /^✓/);
    await explorer.shows(".steps", /^← Block 25$/);
    await explorer.click(".steps a");
    await explorer.shows("h1", /^Block 25$/);
    await explorer.fieldIs("Hash", new RegExp(`^${head.parentHash}`));
    await explorer.shows("main [role=note]", /^This block is not in the canonical chain/);
  });

  it("shows branches that were replaced before the page was opened, and one that was never canonical", async (t) => {
    const { hashes: lost } = await rpc<{ hashes: Hex[] }>("tandem_mineBranch", [
      { depth: 4, length: 2 },
    ]);
    const { hash: replaced } = await rpc<{ hash: Hex }>("eth_getBlockByNumber", ["latest", false]);
    await rpc("tandem_mineBranch", [{ depth: 2, length: 3 }]);
    const explorer = await opened(t);
    for (const hash of [...lost, replaced]) {
      await explorer.page.waitForSelector(`[data-hash="${hash}"][data-kind=lost]`);
    }
    const { hashes: late } = await rpc<{ hashes: Hex[] }>("tandem_mineBranch", [
      { depth: 3, length: 1 },
    ]);
    await explorer.page.waitForSelector(`[data-hash="${late[0]}"]`);
  });

  it("is limited to fifty heights, for any number of new blocks", async (t) => {
    const explorer = await opened(t);
    await rpc("hardhat_mine", ["0xc8"]);
    const last = Number(await rpc<Hex>("eth_blockNumber"));
    await explorer.shows(".rows li:first-child", new RegExp(`^${last}\\b`));
    await explorer.comesTo("document.querySelectorAll('[data-kind=canonical]').length", 50);
  });

  it("has labels of heights that do not cover each other", async (t) => {
    const height = Number(await rpc<Hex>("eth_blockNumber"));
    await rpc("hardhat_mine", [`0x${(1000 - height).toString(16)}`]);
    const explorer = await opened(t);
    // The label of the head is beside that of the round height before.
    await rpc("evm_mine");
    await explorer.comesTo("[...document.querySelectorAll('.height')].at(-1)?.textContent", "1001");
    const gap = await explorer.ask<number>(`(() => {
      const boxes = [...document.querySelectorAll(".height")].map((one) => one.getBoundingClientRect());
      return Math.min(...boxes.slice(1).map(({ left }, i) => left - boxes[i].right));
    })()`);
    assert.ok(gap > 0, `${gap} pixels`);
  });
});
