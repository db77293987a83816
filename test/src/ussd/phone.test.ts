/** Tests the phone page with a relay and a node, by keyboard, keypad, and accessibility checks. */
import assert from "node:assert/strict";
import { after, before, describe, it, type TestContext } from "node:test";
import type { Browser, HTTPRequest } from "puppeteer-core";
import {
  assertAccessible,
  assertContrast,
  assertUsable,
  axeSource,
} from "../support/browser/accessible.js";
import {
  borrowBrowser,
  clickOn,
  noBrowser,
  returnBrowser,
  takePicture,
} from "../support/browser/browser.js";
import { openedUntilEnd } from "../support/browser/explorer.js";
import { eventually } from "../support/eventually.js";
import { call } from "../support/rpc.js";
import { openPhone, type Phone, type PhoneOptions } from "../support/ussd/phone.js";
import { phoneNumber, recipient, startUssdWorld, type UssdWorld } from "../support/ussd/ussd.js";

const menu = `Tandem Micro-Loans ${phoneNumber}\n1. My Balance\n2. Send Money (P2P)\n3. Request Micro-Loan`;
/** The configured address of the explorer, without a server. */
const explorerUrl = "http://127.0.0.1:1";
/** The number of presses of Tab that reach every element. */
const tabsMax = 60;

describe("the phone page", { skip: noBrowser }, () => {
  let world: UssdWorld;
  let browser: Browser;
  before(async () => {
    world = await startUssdWorld({
      nodeFlags: ["--mining", "manual"],
      relayFlags: ["--phone", "true", "--explorer-url", explorerUrl],
    });
    browser = await borrowBrowser();
  });
  after(async () => {
    returnBrowser(browser);
    await world?.close();
  });

  /** Opens a page that must have no errors at the end of the test. */
  async function opened(t: TestContext, options: PhoneOptions = {}): Promise<Phone> {
    const phone = await openPhone(browser, world.relay.url, options);
    t.after(async () => {
      await phone.close();
      assert.deepEqual(phone.trouble, []);
    });
    return phone;
  }

  const mine = () => call(world.node.url, "evm_mine");
  const firstRow = (phone: Phone) => phone.text("#transactions li:first-child");
  const hasRow = (phone: Phone, pattern: RegExp) =>
    eventually(`row ${pattern}`, async () => {
      const row = await firstRow(phone);
      return pattern.test(row) && row;
    });
  async function tabTo({ page, ask }: Phone, selector: string): Promise<void> {
    for (let tabs = 0; tabs < tabsMax; tabs++) {
      if (await ask(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
      await page.keyboard.press("Tab");
    }
    assert.fail(`Tab does not lead to ${selector}`);
  }

  it("shows screens exactly as the relay returns them", async (t) => {
    const phone = await opened(t);
    assert.equal(await phone.next("*384#", /Balance/), menu);
    assert.equal(`CON ${menu}`, await world.dial("by-hand", ""));
    await takePicture(phone.page, "phone-menu");
    assert.equal(await phone.text("#characters"), "88 of 160 (GSM-7)");
    const balance = await phone.next("1", /^Your/);
    assert.equal(`END ${balance}`, await world.dial("by-hand", "1"));
    assert.match(await phone.text("#hop"), /^\d+ ms$/);
    assert.equal(await phone.text("#posted"), "1");
    assert.equal(await phone.text("#line"), "Session closed");
  });

  it("sends a transfer by keyboard alone, and shows the node's data of it", async (t) => {
    const phone = await opened(t);
    await phone.next("*384#", /^Tandem/);
    await phone.next("2", /^Enter Recipient/);
    await phone.next(recipient, /^Enter Amount/);
    const told = await phone.next("1.5", /^Transfer Submitted/);
    assert.equal(await phone.text("#posted"), `2*${recipient}*1.5`);
    await hasRow(phone, /^Transferwaiting0x/);
    await takePicture(phone.page, "phone-transfer");
    await tabTo(phone, "#transactions a");
    await phone.page.keyboard.press("Enter");
    const json = async (id: string) => JSON.parse(await phone.text(id));
    await eventually("pending transaction", async () => {
      const text = await phone.text("#transaction-json");
      return text.startsWith("{");
    });
    assert.equal(await json("#receipt-json"), null);
    await mine();
    await hasRow(phone, /^Transferconfirmed0x/);
    await eventually("receipt", async () => (await phone.text("#receipt-json")) !== "null");
    const hash = await phone.text("#details-hash");
    assert.ok(told.includes(`Tx: ${hash.slice(0, 12)}...`));
    const link = await phone.ask("document.querySelector('#details-explorer').href");
    assert.equal(link, `${explorerUrl}/tx/${hash}`);
    const ofNode = (method: string) => call(world.node.url, method, [hash]);
    assert.deepEqual(await json("#transaction-json"), await ofNode("eth_getTransactionByHash"));
    assert.deepEqual(await json("#receipt-json"), await ofNode("eth_getTransactionReceipt"));
    await phone.page.keyboard.press("Escape");
    assert.equal(await phone.ask("document.querySelector('#details').hidden"), true);
    assert.equal(await phone.ask("document.activeElement.textContent"), hash);
    await takePicture(phone.page, "phone-confirmed");
    await phone.page.reload();
    await hasRow(phone, /^Transferconfirmed0x/);
  });

  it("lists why a second loan failed, and the explorer names the event of the first", async (t) => {
    const phone = await opened(t);
    await phone.next("*384*3#", /^Loan Requested/);
    await hasRow(phone, /^Loanwaiting/);
    await mine();
    await hasRow(phone, /^Loanconfirmed/);
    const loan = await phone.text("#transactions li:first-child a");
    await phone.next("*384*3#", /^Loan Requested/);
    await eventually("second row", () =>
      phone.ask("document.querySelector('#transactions li + li')"),
    );
    await mine();
    await hasRow(phone, /^Loanfailed: Existing loan active0x/);
    const explorer = await openedUntilEnd(t, browser, world.node.url);
    await explorer.go(`/tx/${loan}`, /^Transaction$/);
    await explorer.shows("[aria-labelledby=logs]", /LoanIssued\(address,uint256\)/);
  });

  it("shows a transaction in one row when its hash changes with a raised fee", async (t) => {
    const phone = await opened(t);
    const [first, second] = ["a", "b"].map((digit) => `0x${digit.repeat(64)}`);
    let listed = { hash: first, kind: "transfer", state: "waiting" };
    await phone.page.setRequestInterception(true);
    phone.page.on("request", async (request: HTTPRequest) => {
      if (!request.url().includes("transactions?session=")) return request.continue();
      const body = JSON.stringify({ transactions: [listed] });
      await request.respond({ status: 200, contentType: "application/json", body });
    });
    await phone.next("*384#", /^Tandem/);
    await hasRow(phone, new RegExp(`^Transferwaiting${first}$`));
    await phone.ask("document.querySelector('#transactions a').click()");
    await eventually("details", async () => (await phone.text("#details-hash")) === first);
    listed = { hash: second, kind: "transfer", state: "confirmed" };
    await hasRow(phone, new RegExp(`^Transferconfirmed${second}$`));
    assert.equal(await phone.ask("document.querySelectorAll('#transactions li').length"), 1);
    assert.equal(await phone.text("#details-hash"), second);
    assert.equal(await phone.ask("location.hash"), `#${second}`);
  });

  it("cancels a session, and dials the last number again", async (t) => {
    const phone = await opened(t, { query: "?code=*123" });
    await phone.enter("");
    assert.equal(await phone.ask("document.querySelector('#entry').value"), "*123#");
    await phone.next("", /^Tandem/);
    await phone.next("2", /^Enter Recipient/);
    await phone.page.keyboard.press("Escape");
    assert.match(await phone.shows(/cancelled/), /^Session cancelled\.$/);
    await phone.next("*384#", /^Connection problem or invalid code/);
    await phone.next("*123#", /^Tandem/);
  });

  it("lists the transaction of a post that was cancelled before its answer", async (t) => {
    const phone = await opened(t);
    // The relay gets the post once the page has asked for its transactions for the first time.
    await phone.ask(`{
      const own = fetch;
      let post;
      fetch = async (url, options) => {
        if (url !== "ussd") {
          const answer = await own(url);
          if (post !== undefined && url.startsWith("phone/transactions?")) own("ussd", post);
          if (url.startsWith("phone/transactions?")) post = undefined;
          return answer;
        }
        post = { method: options.method, body: options.body };
        return new Promise((_, reject) => {
          options.signal.addEventListener("abort", () => reject(options.signal.reason));
        });
      };
    }`);
    await phone.next(`*384*2*${recipient}*0.25#`, /^$/);
    await phone.page.keyboard.press("Escape");
    await phone.shows(/cancelled/);
    await hasRow(phone, /^Transferwaiting0x/);
    await mine();
    await hasRow(phone, /^Transferconfirmed0x/);
  });

  it("accepts keys of the keypad, letters and pasted text", async (t) => {
    const phone = await opened(t, { width: 360 });
    const { page } = phone;
    const value = () => phone.ask<string>("document.querySelector('#entry').value");
    const tap = async (keys: string) => {
      for (const key of keys) await page.locator(`#keys button ::-p-text(${key})`).click();
    };
    await tap("*384#");
    assert.equal(await value(), "*384#");
    await clickOn(page, "#send");
    await phone.shows(/^Tandem/);
    await clickOn(page, "#mode");
    assert.equal(await phone.ask("document.querySelector('#mode').ariaPressed"), "true");
    await page.evaluate("performance.now = () => 1000");
    await tap("0992");
    assert.equal(await value(), "0xa");
    await clickOn(page, "#erase");
    assert.equal(await value(), "0x");
    await page.focus("#phone-number");
    for (const key of ["a", "c"] as const) await chord(phone, key);
    await page.focus("#entry");
    for (const key of ["a", "v"] as const) await chord(phone, key);
    assert.equal(await value(), phoneNumber);
  });

  it("stores a valid phone number, and dials with no other", async (t) => {
    const phone = await opened(t);
    const fill = async (text: string) => {
      await phone.page.focus("#phone-number");
      await chord(phone, "a");
      await phone.page.keyboard.type(text);
    };
    await fill("+25471");
    await fill("0700");
    assert.equal(await phone.ask("document.querySelector('#phone-number').ariaInvalid"), "true");
    await phone.page.focus("#entry");
    await phone.next("*384#", /^Give a phone number/);
    await fill("+254711111111");
    await phone.page.reload();
    await phone.shows(/^Dial/);
    await phone.next("*384#", /\+254711111111/);
  });

  it("warns of what a network would refuse", async (t) => {
    const phone = await opened(t);
    const answers = [
      { body: `CON ${"a".repeat(161)}`, warning: /161 characters\. A phone shows 160/ },
      { body: `CON ç${"a".repeat(70)}`, warning: /71 characters.*not in the GSM alphabet/ },
      { body: "CON late", lateMs: 11_000, warning: /answer took 11 s.*after 10 s/ },
      { body: "CON long", lateMs: 170_000, warning: /session lasted 181 s.*after 180 s/ },
      { body: "hello", warning: /neither CON nor END/ },
    ];
    let next = answers[0];
    await phone.page.setRequestInterception(true);
    phone.page.on("request", async (request: HTTPRequest) => {
      if (!request.url().endsWith("/ussd")) return request.continue();
      const { body = "", lateMs = 0 } = next ?? {};
      // The page's clock stands still meanwhile, on any machine.
      await phone.page.evaluate(`{
        const at = performance.now() + ${lateMs};
        performance.now = () => at;
      }`);
      await request.respond({ status: 200, contentType: "text/plain; charset=utf-8", body });
    });
    await phone.page.keyboard.type("*384#");
    for (const answer of answers) {
      next = answer;
      await phone.enter("");
      const shown = answer.body.replace("CON ", "");
      await eventually("its screen", async () => (await phone.screen()) === shown);
      assert.match(await phone.text("#warnings"), answer.warning);
    }
  });

  it("is accessible on a narrow phone and a wide screen, light and dark", async (t) => {
    const phone = await opened(t, { width: 360, height: 740 });
    const use = (scheme: string) =>
      phone.page.emulateMediaFeatures([
        { name: "prefers-color-scheme", value: scheme },
        { name: "prefers-reduced-motion", value: "reduce" },
      ]);
    await phone.page.evaluate(axeSource);
    await use("light");
    await assertAccessible(phone.page);
    await use("dark");
    await assertContrast(phone.page);
    await phone.next("*384*3#", /^Loan Requested/);
    await hasRow(phone, /^Loan/);
    await phone.ask("document.querySelector('#transactions a').click()");
    await eventually("details", async () => /hash/.test(await phone.text("#transaction-json")));
    await assertContrast(phone.page);
    await use("light");
    await assertUsable(phone.page);
  });

  it("shows the focus on every control that Tab reaches", async (t) => {
    const phone = await opened(t);
    await phone.next("*384#", /^Tandem/);
    const seen = new Set<string>();
    for (let tabs = 0; tabs < tabsMax; tabs++) {
      const [name, style, width] = await phone.ask<[string, string, string]>(`(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
        return [document.activeElement.outerHTML, outlineStyle, outlineWidth];
      })()`);
      if (!name.startsWith("<body")) {
        assert.deepEqual([style, width], ["solid", "3px"], name);
        seen.add(name);
      }
      await phone.page.keyboard.press("Tab");
    }
    // There are twelve keys, four buttons and two fields.
    assert.equal(seen.size, 18);
    // With the focus on a key of the keypad, digits also go to the field.
    await phone.page.focus("#keys button");
    await phone.next("2", /^Enter Recipient/);
  });

  it("reports that the relay is unreachable", async () => {
    const phone = await openPhone(browser, world.relay.url);
    await phone.next("*384#", /^Tandem/);
    await world.relay.stop();
    await phone.next("1", /^Connection problem\.\nThe relay does not answer/);
    const others = phone.trouble.filter((line) => !/ERR_CONNECTION_RE(?:FUSED|SET)/.test(line));
    assert.deepEqual(others, []);
  });
});

async function chord({ page }: Phone, key: "a" | "c" | "v"): Promise<void> {
  await page.keyboard.down("Control");
  await page.keyboard.press(key, { commands: [{ a: "SelectAll", c: "Copy", v: "Paste" }[key]] });
  await page.keyboard.up("Control");
}
