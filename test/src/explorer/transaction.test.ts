/**
 * Tests what the explorer shows of a transaction besides its fields: calls, changes, proof of the
 * receipt, bytes, commands.
 */
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { assertUsable, axeSource } from "../support/browser/accessible.js";
import { browserPath } from "../support/browser/browser.js";
import { type Explorer, openExplorer } from "../support/browser/explorer.js";
import { alice, withScene } from "../support/browser/explorer-scene.js";
import { call } from "../support/rpc.js";
import type { Hex } from "../support/wire.js";

const skip = browserPath === undefined && "no chromium here, and it could not be installed";

describe("a transaction in the explorer", { skip }, () => {
  const { scene, browser } = withScene();
  async function opened(t: TestContext, hash: string): Promise<Explorer> {
    const explorer = await openExplorer(browser(), scene().node.url);
    t.after(() => explorer.close());
    await explorer.go(`/tx/${hash}`, /^Transaction$/);
    await explorer.shows("#trace .bar", /./);
    return explorer;
  }

  it("draws the calls as a flame graph, and describes each", async (t) => {
    const explorer = await opened(t, scene().transfer);
    await explorer.shows("#trace .bar", /^CALL transfer$/);
    await explorer.shows("#trace .call-facts", /transfer\(address,uint256\)/);
    await explorer.go(`/tx/${scene().failure}`, /^Transaction$/);
    await explorer.shows("#trace .call-facts", /execution reverted/);
    await explorer.go(`/tx/${scene().nested}`, /^Transaction$/);
    await explorer.shows("#trace .bar:nth-child(3)", /./);
    const last = "#trace .bar:last-child";
    await explorer.page.focus(last);
    await explorer.page.keyboard.press("Enter");
    await explorer.comesTo(
      `document.querySelector("${last}").getAttribute("aria-pressed")`,
      "true",
    );
  });

  it("lists the state changes", async (t) => {
    const explorer = await opened(t, scene().transfer);
    await explorer.click("#changes summary");
    const changes = await explorer.shows("#changes tbody", /storage/);
    assert.match(changes, /nonce\s+1\s+2/);
    assert.match(changes, /0x0\s+0x5/);
    assert.match(changes, new RegExp(alice.address.slice(0, 10)));
  });

  it("proves the receipt, and the hash of the signed bytes", async (t) => {
    const explorer = await opened(t, scene().transfer);
    await explorer.click("#receipt-proof summary");
    await explorer.shows("#receipt-proof .nodes li:first-child", /^✓ Node 0.*is the root/);
    assert.doesNotMatch(await explorer.text("#receipt-proof .nodes"), /✗/);
    await explorer.click("#raw summary");
    await explorer.shows("#raw", /✓ Keccak-256 of these bytes is the hash/);
    const raw = await call<Hex>(scene().node.url, "eth_getRawTransactionByHash", [
      scene().transfer,
    ]);
    assert.ok((await explorer.text("#raw")).includes(raw));
  });

  it("shows commands that repeat it", async (t) => {
    const explorer = await opened(t, scene().failure);
    await explorer.click("#copy-as summary");
    await explorer.shows("#copy-as", /cast call --rpc-url http:\/\/127/);
    const [, curl] = await explorer.ask<string[]>(
      "[...document.querySelectorAll('#copy-as pre')].map(({ innerText }) => innerText)",
    );
    const body = JSON.parse(/-d '(.*)'$/.exec(curl ?? "")?.[1] ?? "");
    await assert.rejects(call(scene().node.url, body.method, body.params), /insufficient balance/);
  });

  it("is accessible with everything open", async (t) => {
    const explorer = await opened(t, scene().transfer);
    await explorer.page.evaluate(axeSource);
    for (const id of ["changes", "receipt-proof", "raw", "copy-as"]) {
      await explorer.click(`#${id} summary`);
    }
    await explorer.shows("#copy-as", /cast/);
    await explorer.shows("#changes tbody", /storage/);
    await assertUsable(explorer.page);
  });
});
