/** Tests that the explorer reads and writes a contract whose ABI a user provides. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import type { Browser } from "puppeteer-core";
import { assertAccessible, axeSource } from "../support/browser/accessible.js";
import { borrowBrowser, dropFile, noBrowser, returnBrowser } from "../support/browser/browser.js";
import { type Explorer, openedUntilEnd } from "../support/browser/explorer.js";
import { alice, bob, type Scene, startScene } from "../support/browser/explorer-scene.js";
import { compileOne } from "../support/compile.js";

const { abi } = compileOne("Token.sol", "Token");

describe("a contract in the explorer", { skip: noBrowser }, () => {
  let scene: Scene;
  let browser: Browser;
  let folder: string;
  before(async () => {
    scene = await startScene(["--unlocked"]);
    browser = await borrowBrowser();
    folder = mkdtempSync(join(tmpdir(), "tandem-abi-"));
  });
  after(async () => {
    returnBrowser(browser);
    await scene?.node.stop();
    if (folder !== undefined) rmSync(folder, { recursive: true });
  });

  /** Opens the contract's section with a file. */
  async function opened(t: TestContext, content: unknown): Promise<Explorer> {
    const explorer = await openedUntilEnd(t, browser, scene.node.url);
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
    // As pasted: each key that is typed would be drawn.
    for (const [i, text] of texts.entries()) {
      await inputs[i]?.focus();
      await explorer.page.keyboard.sendCharacter(text);
    }
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

  it("takes the ABI of the same file again", async (t) => {
    const explorer = await opened(t, { contractName: "Token", abi });
    await explorer.page.waitForSelector("[data-function=balanceOf]");
    await explorer.click("#contract fieldset button");
    await explorer.shows("#contract", /Choose or drop an artifact/);
    const chosen = "document.querySelector('#abi-file').value";
    await explorer.comesTo(`${chosen} === ""`, false);
    // A browser reports no change when the file of the field is chosen again.
    await explorer.ask("document.querySelector('#abi-file').click()");
    await explorer.comesTo(chosen, "");
  });

  it("is written through a wallet, whose chain must be the node's", async (t) => {
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

  it("is read as far as no arguments are needed, and lists the transfers of its token", async (t) => {
    const explorer = await opened(t, abi);
    await explorer.shows("[data-function=name] .result", /^"T"$/);
    await explorer.shows("[data-function=totalSupply] .result", /^100000000000000000000$/);
    await explorer.click("#transfers summary");
    await explorer.shows("#transfers .rows", /between others\s+100\s+of 0x/);
  });

  it("is written as any account where the chain has controls, with a key nowhere", async (t) => {
    const explorer = await opened(t, abi);
    // The forms of the functions are there before the page knows that the chain has controls.
    const sender = "#contract div.function input";
    await explorer.page.waitForSelector(sender);
    await explorer.page.locator(sender).fill(alice.address);
    const carol = `0x${"ca".repeat(20)}`;
    const result = await runs(explorer, "transfer", [carol, "7"]);
    await explorer.shows(result, /^Sent 0x[0-9a-f]{64}$/);
    await explorer.shows(await runs(explorer, "balanceOf", [carol]), /^7$/);
    await explorer.page.locator(sender).fill(carol);
    await explorer.click("[data-function=transfer] button");
    await explorer.shows(result, /insufficient funds/);
    await explorer.page.locator(sender).fill("carol");
    await explorer.click("[data-function=transfer] button");
    await explorer.shows(result, /^Sender: expected an address$/);
  });

  it("asks the wallet once, until it has answered", async (t) => {
    const explorer = await opened(t, abi);
    await explorer.page.waitForSelector("[data-function=transfer]");
    await explorer.ask("void (window.ethereum = { request: () => new Promise(() => {}) })");
    await runs(explorer, "transfer", [bob.address, "7"]);
    await explorer.comesTo(
      "document.querySelector('[data-function=transfer] button').disabled",
      true,
    );
  });

  it("shows why an argument, a call or a file is refused", async (t) => {
    const explorer = await opened(t, { abi: [] });
    await explorer.shows("#contract [role=status]", /^The file has no ABI/);
    await explorer.go("/", /.*/);
    const again = await opened(t, abi);
    await again.page.waitForSelector("[data-function=balanceOf]");
    const result = await runs(again, "balanceOf", ["somebody"]);
    await again.shows(result, /^address: expected 0x and 40 hex digits$/);
  });

  it("shows hostile names as text, and refuses files that would fill or block the page", async (t) => {
    const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    const inputs = [
      { type: "tuple[]", name: markup, components: [{ type: "bool", name: markup }] },
    ];
    const named = (name: string) => ({ type: "function", name, inputs, outputs: inputs });
    const endless = [{ type: "tuple[4294967295]", name: "x", components: [] }];
    const explorer = await opened(t, [
      ...["__proto__", "constructor", markup].map(named),
      { type: "function", name: "endless", inputs: endless, outputs: [] },
      { type: "function", name: "nameless", inputs: [{ type: "bool", name: { a: 1 } }] },
      ...[null, 5, { type: "event", name: "E", inputs: [{ type: "uint7[" }] }],
    ]);
    await explorer.page.waitForSelector("[data-function=__proto__]");
    await explorer.comesTo("document.querySelectorAll('form.function').length", 3);
    await explorer.shows("[data-function=__proto__] h4", /^__proto__\(/);
    await explorer.shows("form[data-function^='<img'] h4", /^<img src=x onerror=/);
    await explorer.shows(await runs(explorer, "constructor", ["[1]"]), /expected a JSON object/);
    for (const [content, told] of [
      [Array(5000).fill(named("f")), /^The file has 5000 items\. At most 1000 are taken\.$/],
      ["x".repeat(10_000_000), /^The file is longer than 4 MiB\.$/],
      [{ abi: endless }, /^The file has no ABI/],
    ] as const) {
      await dropFile(explorer.page, "#contract .drop", JSON.stringify(content));
      await explorer.shows("#contract [role=status]", told);
    }
    await explorer.comesTo("document.querySelectorAll('main img, main script').length", 0);
    await explorer.comesTo("/^Address 0x\\S+ – Tandem explorer$/.test(document.title)", true);
    await explorer.go(`/tx/${scene.transfer}`, /^Transaction$/);
    await explorer.shows("[aria-labelledby=input]", /transfer\(address,uint256\)/);
  });

  it("decodes with the given ABI", async (t) => {
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
