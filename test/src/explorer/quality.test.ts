/** Tests that the explorer is accessible, and shows nothing from the chain as markup. */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { type Abi, encodeDeployData, encodeFunctionData, toHex } from "viem";
import { assertContrast, assertUsable, axeSource } from "../support/browser/accessible.js";
import { noBrowser } from "../support/browser/browser.js";
import { type Explorer, openedUntilEnd } from "../support/browser/explorer.js";
import { withExplorer } from "../support/browser/explorer-scene.js";
import { compileOne } from "../support/compile.js";
import { developmentAccount, send } from "../support/development.js";
import { eventually } from "../support/eventually.js";
import { call } from "../support/rpc.js";
import type { Hex } from "../support/wire.js";

const alice = developmentAccount(0);
const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
const tabsMax = 250;

describe("the quality of the explorer", { skip: noBrowser }, () => {
  const { node, browser, opened } = withExplorer(["--client-version", hostile]);
  let pages: readonly (readonly [fragment: string, heading: RegExp])[] = [];
  let failure: Hex;
  before(async () => {
    const { url } = node();
    const { abi, bytecode } = compileOne("Token.sol", "Token");
    const args = [hostile, hostile, 1n];
    const deployment = await send(url, alice, {
      data: encodeDeployData({ abi: abi as Abi, bytecode, args }),
      gasLimit: 3_000_000,
    });
    const { contractAddress } = await call<{ contractAddress: Hex }>(
      url,
      "eth_getTransactionReceipt",
      [deployment],
    );
    const transfer = await send(url, alice, {
      to: contractAddress,
      gasLimit: 200_000,
      data: encodeFunctionData({
        abi: abi as Abi,
        functionName: "transfer",
        args: [alice.address, 1n],
      }),
    });
    failure = await send(url, alice, {
      data: revertingWith(hostile),
      gasLimit: 1_000_000,
    });
    await call(url, "tandem_mineUncle", [{}]);
    await call(url, "evm_mine");
    pages = [
      ["/", /.*/],
      ["/block/2", /^Block 2$/],
      [`/tx/${transfer}`, /^Transaction$/],
      [`/tx/${failure}`, /^Transaction$/],
      [`/address/${contractAddress}`, /^Address$/],
      ["/verify", /^Verify a proof$/],
      ["/pool", /^Pool$/],
      ["/mining", /^Mining$/],
      ["/controls", /^Controls$/],
      ["/simulator", /^Simulator$/],
      [`/tx/0x${"ab".repeat(32)}`, /^Transaction$/],
      [`/block/0x${"ab".repeat(32)}`, /^Block/],
    ];
  });

  /** Opens a page with all its parts, and waits until everything is read. */
  async function show(explorer: Explorer, [fragment, heading]: (typeof pages)[number]) {
    // Pages of one kind have the same heading.
    await explorer.go("/none", /^Not found$/);
    await explorer.go(fragment, heading);
    await explorer.page.waitForSelector(
      "main section, main form, main fieldset, main [role=alert]",
    );
    const loading = "/Loading|Connecting/.test(document.body.innerText)";
    await explorer.comesTo(loading, false);
    // Parts whose code is loaded on demand appear later than others.
    await eventually("every part open", async () => {
      const closed = "document.querySelectorAll('details:not([open]) > summary')";
      await explorer.ask(`${closed}.forEach((one) => one.click())`);
      return (await explorer.ask<number>(`${closed}.length`)) === 0;
    });
    await explorer.page.waitForNetworkIdle();
    await explorer.comesTo(loading, false);
  }

  it("is accessible on every page, narrow and wide, light and dark", async (t) => {
    const explorer = await openedUntilEnd(t, browser(), node().url, true);
    const { page } = explorer;
    await page.evaluate(axeSource);
    for (const shown of pages) {
      await show(explorer, shown);
      for (const [scheme, check] of [
        ["light", assertUsable],
        ["dark", assertContrast],
      ] as const) {
        await page.emulateMediaFeatures([
          { name: "prefers-color-scheme", value: scheme },
          // Colours in the middle of a transition are those of neither scheme.
          { name: "prefers-reduced-motion", value: "reduce" },
        ]);
        await check(page);
      }
    }
  });

  it("reaches every control by Tab, and shows the focus", async (t) => {
    const explorer = await openedUntilEnd(t, browser(), node().url, true);
    for (const shown of pages) {
      await show(explorer, shown);
      await explorer.ask(
        "document.querySelectorAll('[data-reached]').forEach((one) => delete one.dataset.reached)",
      );
      for (let tabs = 0; tabs < tabsMax; tabs++) {
        await explorer.page.keyboard.press("Tab");
        const [name, outline] = await explorer.ask<[string, string]>(`(() => {
          const { activeElement } = document;
          const { outlineStyle, outlineWidth } = getComputedStyle(activeElement);
          const isNew = activeElement.dataset.reached === undefined;
          activeElement.dataset.reached = "";
          return [isNew ? activeElement.outerHTML : "", outlineStyle + " " + outlineWidth];
        })()`);
        if (name === "") break;
        if (name.startsWith("<body")) continue;
        assert.equal(outline, "solid 3px", `${shown[0]}: ${name}`);
      }
      const passedOver = await explorer.ask<string[]>(`[...document.querySelectorAll(
        "a[href], button:not(:disabled), input, select, textarea, summary",
      )].filter((one) => one.checkVisibility() && one.dataset.reached === undefined)
        .map((one) => one.outerHTML)`);
      assert.deepEqual(passedOver, [], shown[0]);
    }
  });

  it("shows hostile names, reasons and versions as text", async (t) => {
    const explorer = await opened(t);
    await explorer.shows(".figures", /Node/);
    await explorer.fieldIs("Node", hostile);
    await explorer.go(`/tx/${failure}`, /^Transaction$/);
    await explorer.shows(".status", /^Failed: execution reverted: "<img src=x onerror=/);
    await explorer.go("/<img src=x onerror=alert(1)>", /^Not found$/);
    await explorer.shows("main [role=alert]", /names nothing: #\/%3Cimg/);
    await explorer.comesTo("document.querySelectorAll('img, main script').length", 0);
    await explorer.comesTo("document.title", "Not found – Tandem explorer");
  });

  it("is printed in light colours, whole, and without what needs a screen", async (t) => {
    const explorer = await openedUntilEnd(t, browser(), node().url, true);
    const { page } = explorer;
    await show(explorer, [`/tx/${failure}`, /^Transaction$/]);
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
    await page.emulateMediaType("print");
    const style = (selector: string, name: string) =>
      explorer.ask<string>(
        `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${name}`,
      );
    assert.equal(await style("body", "backgroundColor"), "rgb(242, 244, 247)");
    assert.equal(await style("body", "color"), "rgb(23, 32, 43)");
    for (const selector of [".top", ".copy"]) {
      assert.equal(await style(selector, "display"), "none", selector);
    }
    assert.equal(await style("pre.bytes", "maxHeight"), "none");
    assert.equal(await style("#trace .bar", "display"), "block");
    assert.equal(await style("#trace .bar", "printColorAdjust"), "exact");
  });

  it("does not animate with reduced motion", async (t) => {
    const explorer = await opened(t);
    await explorer.shows("[aria-labelledby=tree]", /heights/);
    const moving = await explorer.ask<number>(
      "[...document.querySelectorAll('*')].filter((one) => !/^0s/.test(getComputedStyle(one).transitionDuration)).length",
    );
    assert.equal(moving, 0);
  });
});

/** Init code that reverts with the error `Error(reason)`. */
function revertingWith(reason: string): Hex {
  const data = encodeFunctionData({
    abi: [
      { type: "function", name: "Error", inputs: [{ type: "string" }], outputs: [] },
    ] as unknown as Abi,
    functionName: "Error",
    args: [reason],
  });
  const length = (data.length - 2) / 2;
  const word = toHex(length, { size: 2 }).slice(2);
  // CODECOPY of the data after these 14 bytes, and REVERT with it.
  return `0x61${word}600e60003961${word}6000fd${data.slice(2)}`;
}
