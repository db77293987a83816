/** The explorer reads and writes a contract whose ABI somebody gave to it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import type { Browser } from "puppeteer-core";
import { assertAccessible, axeSource } from "../support/browser/accessible.js";
import { browserPath, launchBrowser } from "../support/browser/browser.js";
import { type Explorer, openExplorer } from "../support/browser/explorer.js";
import { alice, bob, type Scene, startScene } from "../support/browser/explorer-scene.js";
import { compileOne } from "../support/compile.js";

const skip = browserPath === undefined && "no chromium here, and it could not be installed";
const { abi } = compileOne("Token.sol", "Token");

describe("a contract in the explorer", { skip }, () => {
  let scene: Scene;
  let browser: Browser;
  let folder: string;
  before(async () => {
    scene = await startScene(["--unlocked"]);
    browser = await launchBrowser(browserPath ?? "");
    folder = mkdtempSync(join(tmpdir(), "tandem-abi-"));
  });
  after(async () => {
    await browser?.close();
    await scene?.node.stop();
    if (folder !== undefined) rmSync(folder, { recursive: true });
  });

  /** The contract's section with a file given to it. */
  async function opened(t: TestContext, content: unknown): Promise<Explorer> {
    const explorer = await openExplorer(browser, scene.node.url);
    t.after(() => explorer.close());
    await explorer.go(`/address/${scene.contract}`, /^Address$/);
    await explorer.click("#contract summary");
    const input = await explorer.page.waitForSelector("#abi-file");
    const path = join(folder, "Token.json");
    writeFileSync(path, JSON.stringify(content));
    await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path);
    return explorer;
  }
  const runs = async (explorer: Explorer, name: string, texts: readonly string[]) => {
    const form = `[data-function=${name}]`;
    const inputs = await explorer.page.$$(`${form} input`);
    for (const [i, text] of texts.entries()) await inputs[i]?.type(text);
    await explorer.click(`${form} button`);
    return `${form} .result`;
  };

  it("is read by its functions, and keeps the ABI in the browser", async (t) => {
    const explorer = await opened(t, { contractName: "Token", abi });
    await explorer.page.waitForSelector("[data-function=balanceOf]");
    await explorer.shows(await runs(explorer, "balanceOf", [bob.address]), /^5$/);
    await explorer.shows(await runs(explorer, "name", []), /^"T"$/);
    await explorer.page.evaluate(axeSource);
    await assertAccessible(explorer.page);
    await explorer.page.reload();
    await explorer.page.waitForSelector("#contract summary");
    await explorer.click("#contract summary");
    await explorer.shows("#contract", /Token\.json is kept in this browser/);
    await explorer.click("#contract fieldset button");
    await explorer.shows("#contract", /Choose or drop an artifact/);
  });

  it("is written through a wallet, whose chain has to be the node's", async (t) => {
    const explorer = await opened(t, abi);
    await explorer.page.waitForSelector("[data-function=transfer]");
    const result = await runs(explorer, "transfer", [bob.address, "7"]);
    await explorer.shows(result, /^There is no wallet in this browser\.$/);
    const wallet = (chainId: string) =>
      explorer.ask(`void (window.ethereum = {
        async request({ method, params = [] }) {
          if (method === "eth_chainId") return "${chainId}";
          if (method === "eth_requestAccounts") return ["${alice.address}"];
          const answer = await fetch("/", {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
          });
          return (await answer.json()).result;
        },
      })`);
    await wallet("0x1");
    await explorer.click("[data-function=transfer] button");
    await explorer.shows(result, /^The wallet is on chain 1, this node on 31\.$/);
    await wallet("0x1f");
    await explorer.click("[data-function=transfer] button");
    await explorer.shows(result, /^Sent 0x[0-9a-f]{64}$/);
    await explorer.shows(await runs(explorer, "balanceOf", [bob.address]), /^12$/);
    await explorer.click("[data-function=transfer] .result a");
    await explorer.shows(".status", /^Success$/);
  });

  it("says why an argument, a call or a file is refused", async (t) => {
    const explorer = await opened(t, { abi: [] });
    await explorer.shows("#contract [role=status]", /^The file has no ABI/);
    await explorer.go("/", /.*/);
    const again = await opened(t, abi);
    await again.page.waitForSelector("[data-function=balanceOf]");
    const result = await runs(again, "balanceOf", ["somebody"]);
    await again.shows(result, /^address: expected 0x and 40 hex digits$/);
  });

  it("decodes with the ABI that was given", async (t) => {
    const name = "sendTokens";
    const renamed = abi.map((item) =>
      item.name === "Transfer"
        ? { ...item, inputs: item.inputs?.map((input) => ({ ...input, name: `my_${input.name}` })) }
        : item,
    );
    const explorer = await opened(t, [...renamed, { type: "function", name, inputs: [] }]);
    await explorer.page.waitForSelector(`[data-function=${name}]`);
    await explorer.go(`/tx/${scene.transfer}`, /^Transaction$/);
    await explorer.shows("[aria-labelledby=logs]", /my_value/);
  });
});
