/** Controls the explorer in a real browser. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { Browser, Page } from "puppeteer-core";
import { eventually } from "../eventually.js";
import { clickOn, loadPage, openWatchedPage, type Viewport } from "./browser.js";

export interface Explorer {
  readonly page: Page;
  readonly trouble: readonly string[];
  /** Opens a fragment such as `/block/1`, and waits for its heading. */
  go(fragment: string, heading: RegExp): Promise<void>;
  /** Waits until the text of an element matches. Returns the text. */
  shows(selector: string, pattern: RegExp): Promise<string>;
  /** Returns the text of the first element that matches a selector; empty if there is none. */
  text(selector: string): Promise<string>;
  /** Clicks the first element that matches a selector, once it is clickable. */
  click(selector: string): Promise<void>;
  /** Returns the value that the page shows under a name. */
  field(name: string): Promise<string>;
  /** Waits until the value under a name equals this, or matches. */
  fieldIs(name: string, expected: string | RegExp): Promise<void>;
  /** Evaluates an expression in the page. */
  ask<T>(expression: string): Promise<T>;
  /** Waits until an expression in the page has a value. */
  comesTo(expression: string, expected: string | number | boolean): Promise<void>;
  /** Ends the page, which must have no errors. */
  close(): Promise<void>;
  /** Ends the page, whatever errors it has. */
  leave(): Promise<void>;
}

const screen: Viewport = { width: 1200, height: 900 };

/**
 * @param url the node's, with a key if it requires one.
 * @param isNew as of `openWatchedPage`.
 */
export async function openExplorer(
  browser: Browser,
  url: string,
  isNew = false,
): Promise<Explorer> {
  const watched = await openWatchedPage(browser, new URL(url).origin, screen, isNew);
  const { page, trouble } = watched;
  const ask = async <T>(expression: string) => (await page.evaluate(expression)) as T;
  const text = (selector: string) =>
    ask<string>(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? ""`);
  /** Adds what the page shows instead of what was expected. */
  const explain = async (error: Error) => {
    error.message += `: ${trouble.join("; ")}: ${await text("body")}`;
    throw error;
  };
  const shows = (selector: string, pattern: RegExp) =>
    eventually(`${pattern} in ${selector}`, async () => {
      const shown = await text(selector);
      return pattern.test(shown) && shown;
    }).catch(explain);
  const field = (name: string) =>
    ask<string>(`(() => {
      const terms = [...document.querySelectorAll("dt")];
      const term = terms.find((one) => one.firstChild.textContent.trim() === ${JSON.stringify(name)});
      return term?.nextElementSibling.innerText ?? "";
    })()`);
  const fieldIs = async (name: string, expected: string | RegExp) => {
    await eventually(`${name} ${expected}`, async () => {
      const shown = await field(name);
      return typeof expected === "string" ? shown === expected : expected.test(shown);
    });
  };
  const comesTo = async (expression: string, expected: string | number | boolean) => {
    await eventually(
      `${expected} of ${expression}`,
      async () => (await ask(expression)) === expected,
    );
  };
  const isConnected = async () => (await text(".link")) === "Connected";
  await loadPage(watched, `${url}/`, isConnected).catch(explain);
  return {
    page,
    trouble,
    shows,
    text,
    field,
    fieldIs,
    ask,
    comesTo,
    click: (selector) => clickOn(page, selector),
    leave: () => watched.close(),
    async go(fragment, heading) {
      await ask(`void (location.hash = ${JSON.stringify(fragment)})`);
      await shows("h1", heading);
    },
    async close() {
      await watched.close();
      assert.deepEqual(trouble, []);
    },
  };
}

/** Opens the explorer until the end of a test, by which it must have no errors. */
export async function openedUntilEnd(
  t: TestContext,
  browser: Browser,
  url: string,
  isNew = false,
): Promise<Explorer> {
  const explorer = await openExplorer(browser, url, isNew);
  t.after(() => explorer.close());
  return explorer;
}
