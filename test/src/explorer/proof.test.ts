/**
 * Tests that the explorer recomputes merged-mining proofs: of a node's blocks, of real headers, and
 * of changed ones.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { decodeHeader, fromHex, type Header, toHex } from "@tandem/primitives";
import { noBrowser, takePicture } from "../support/browser/browser.js";
import { type Explorer, openExplorer } from "../support/browser/explorer.js";
import { withExplorer } from "../support/browser/explorer-scene.js";
import { readHeaderList } from "../support/chain-checks/rootstock-vectors.js";
import { startLocalNode } from "../support/local-node.js";
import { mutate } from "../support/mutations/mutation.js";
import { proofMutations } from "../support/mutations/proof-mutations.js";
import { call } from "../support/rpc.js";
import { specOf } from "../support/spec-file.js";

const mainnet = "mainnet-4479841-4480540.json";
const vector = (name: string) =>
  fileURLToPath(new URL(`../../vectors/rootstock/${name}`, import.meta.url));

/** Mutations, each with the step of the page that must show it. */
const shown: readonly (readonly [name: string, step: string])[] = [
  ["a Bitcoin header of 79 bytes", "form"],
  ["a branch of one byte too many", "form"],
  ["a truncated midstate", "form"],
  ["a bit of the tag's text", "tag"],
  ["a bit of the tagged hash", "tag"],
  ["a tag 64 bytes into the tail or later", "tag"],
  ["a second tag with another hash", "tag"],
  ["129 bytes after the tag", "tag"],
  ["a midstate count inside a block", "midstate"],
  ["a bit of the midstate", "branch"],
  ["a bit of the first sibling", "branch"],
  ["a sibling left out", "branch"],
];

const proofFields = [
  "bitcoinMergedMiningHeader",
  "bitcoinMergedMiningCoinbaseTransaction",
  "bitcoinMergedMiningMerkleProof",
] as const;

describe("the proof page", { skip: noBrowser }, () => {
  const { node, browser, opened } = withExplorer(["--mining", "manual"]);
  before(async () => {
    // From height 449 on the tag has fork-detection data.
    await call(node().url, "hardhat_mine", ["0x1c2"]);
  });

  const statesOf = (explorer: Explorer) =>
    explorer.ask<Record<string, string>>(
      "Object.fromEntries([...document.querySelectorAll('[data-step]')].map(({ dataset }) => [dataset.step, dataset.state]))",
    );
  const edit = (explorer: Explorer, field: string, text: string) =>
    explorer.ask(`(() => {
      const field = document.getElementById(${JSON.stringify(`edit-${field}`)});
      field.value = ${JSON.stringify(text)};
      field.dispatchEvent(new Event("input", { bubbles: true }));
    })()`);

  it("verifies a block of the node, and shows its fork-detection data", async (t) => {
    const explorer = await opened(t);
    await explorer.go("/block/450", /^Block 450$/);
    await explorer.shows(".verdict", /^✓ The proof holds .* all 7 steps/);
    assert.deepEqual([...new Set(Object.values(await statesOf(explorer)))], ["holds"]);
    const tag = await explorer.text("[data-step=tag]");
    assert.match(tag, /RSKBLOCK:/);
    assert.match(tag, /Height\s+4 bytes: 450/);
    await explorer.shows(
      ".fork-data",
      /^✓ The fork-detection data 0x[0-9a-f]{24} .* from 38 ancestors/,
    );
    await explorer.ask("document.querySelector('[aria-labelledby=proof]').scrollIntoView()");
    await takePicture(explorer.page, "explorer-proof");
    await explorer.go("/block/0", /^Block 0$/);
    await explorer.shows("[aria-labelledby=proof]", /Nothing was mined for this block/);
  });

  it("shows the effect of an edited field, and restores it", async (t) => {
    const explorer = await opened(t);
    await explorer.go("/block/450", /^Block 450$/);
    await explorer.shows(".verdict", /^✓/);
    await explorer.click(".editor summary");
    await edit(explorer, "gasUsed", "1");
    await explorer.shows(".verdict", /^✗ .*header\/hash, .*merged-mining\/tag-missing$/);
    const states = await statesOf(explorer);
    assert.equal(states.hash, "broken");
    assert.equal(states.tag, "broken");
    assert.equal(states.work, "holds");
    await explorer.click(".editor button");
    await explorer.shows(".verdict", /^✓/);
    await edit(explorer, "miner", "0x1");
    await explorer.shows("#edit-miner-fault", /^Expected 0x and two hex digits/);
  });

  it("verifies 700 real headers of Rootstock's main network", async (t) => {
    const explorer = await opened(t);
    await explorer.go("/verify", /^Verify a proof$/);
    const input = await explorer.page.waitForSelector("#given-file");
    await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(
      vector(mainnet),
    );
    await explorer.shows("#given-count", /^700 of 700 proofs hold\.$/);
    await explorer.shows(".verdict", /^✓ The proof holds by the rules of mainnet/);
  });

  it("shows the invalid step and the rule of changed real headers", async (t) => {
    const explorer = await opened(t);
    await explorer.go("/verify", /^Verify a proof$/);
    await explorer.page.waitForSelector("#given");
    const listed = readHeaderList(mainnet)[5];
    assert.ok(listed);
    const header = decodeHeader(fromHex(listed.rlp));
    await explorer.ask(`(() => {
      const given = document.getElementById("given");
      given.value = ${JSON.stringify(JSON.stringify({ headers: [listed] }))};
      given.dispatchEvent(new Event("input", { bubbles: true }));
    })()`);
    await explorer.shows(".verdict", /^✓/);
    for (const [name, step] of shown) {
      const mutation = proofMutations.find((one) => one.name === name);
      assert.ok(mutation, name);
      const changed: Header = mutate(header, mutation);
      for (const field of proofFields) await edit(explorer, field, toHex(changed[field]));
      await explorer.shows(`[data-step=${step}] .violation`, new RegExp(mutation.rule));
      assert.equal((await statesOf(explorer))[step], "broken", name);
    }
    await explorer.ask("document.querySelector('.editor button').click()");
    await explorer.shows(".verdict", /^✓/);
  });

  it("drops the edits with their header, also for another text of the same length", async (t) => {
    const explorer = await opened(t);
    await explorer.go("/verify", /^Verify a proof$/);
    await explorer.page.waitForSelector("#given");
    const texts = readHeaderList(mainnet)
      .slice(5, 7)
      .map((listed) => JSON.stringify({ headers: [listed] }));
    const length = Math.max(...texts.map((text) => text.length));
    for (const text of texts) {
      await explorer.ask(`(() => {
        const given = document.getElementById("given");
        given.value = ${JSON.stringify(text.padEnd(length))};
        given.dispatchEvent(new Event("input", { bubbles: true }));
      })()`);
      await explorer.shows(".verdict", /^✓/);
      await edit(explorer, "gasUsed", "1");
      await explorer.shows(".verdict", /^✗/);
    }
  });

  it("verifies the blocks of a chain file by the rules of that chain", async (t) => {
    const spec = specOf({ blockSeconds: 10, difficultyDivisor: 50n, minimumDifficulty: 1n }) as {
      forks: Record<string, number>;
    };
    // Below these heights, headers have no `ummRoot`, and tags no fork-detection data.
    Object.assign(spec.forks, { wasabi: 500, papyrus: 3, iris: 4 });
    const folder = mkdtempSync(join(tmpdir(), "tandem-spec-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "chain.json");
    writeFileSync(file, JSON.stringify(spec));
    const own = await startLocalNode(["--chain", file, "--mining", "manual"]);
    let explorer: Explorer | undefined;
    t.after(() => explorer?.close());
    t.after(() => own.stop());
    await call(own.url, "hardhat_mine", ["0x5"]);
    explorer = await openExplorer(browser(), own.url);
    for (const height of [2, 5]) {
      await explorer.go(`/block/${height}`, new RegExp(`^Block ${height}$`));
      await explorer.shows(".verdict", /^✓ The proof holds by the rules of the node's chain/);
    }
  });

  it("verifies the newest block of the chain and a real header for those who have none", async (t) => {
    const explorer = await opened(t);
    await explorer.go("/verify", /^Verify a proof$/);
    const button = (position: string) =>
      `[aria-labelledby=given-section] .steps button:${position}-child`;
    await explorer.click(button("first"));
    await explorer.shows(".verdict", /^✓ The proof holds by the rules of test/);
    const raw = await call<string>(node().url, "debug_getRawBlock", ["latest"]);
    assert.equal(await explorer.ask("document.getElementById('given').value"), raw);
    await explorer.click(button("last"));
    await explorer.shows(".verdict", /^✓ The proof holds by the rules of mainnet/);
    const real = readHeaderList(mainnet).at(-1);
    assert.deepEqual(
      JSON.parse(await explorer.ask<string>("document.getElementById('given').value")),
      { network: "mainnet", headers: [real] },
    );
  });

  it("reports input that it cannot read", async (t) => {
    const explorer = await opened(t);
    await explorer.go("/verify", /^Verify a proof$/);
    await explorer.page.waitForSelector("#given");
    await explorer.page.type("#given", "<b>no header</b>");
    await explorer.shows("main [role=alert]", /^This is none of/);
  });
});
