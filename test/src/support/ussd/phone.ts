/** Controls the phone page in a real browser, headless and without network access. */
import type { Browser, Page } from "puppeteer-core";
import { loadPage, openWatchedPage } from "../browser/browser.js";
import { eventually } from "../eventually.js";

export interface Phone {
  readonly page: Page;
  /** Errors of the page, and its requests to other origins. */
  readonly trouble: readonly string[];
  /** Returns the text of the handset's screen. */
  screen(): Promise<string>;
  /** Types an entry into the focused element, and Enter. */
  enter(text: string): Promise<void>;
  /** Enters a text, and waits for the next screen. */
  next(text: string, pattern: RegExp): Promise<string>;
  shows(pattern: RegExp): Promise<string>;
  /** Returns the text of the first element that matches a selector. */
  text(selector: string): Promise<string>;
  /** Evaluates an expression in the page. */
  ask<T>(expression: string): Promise<T>;
  /** Ends the page. */
  close(): Promise<void>;
}

export interface PhoneOptions {
  readonly width?: number;
  readonly height?: number;
  readonly query?: string;
}

/** @param url of the gateway's posts. */
export async function openPhone(
  browser: Browser,
  url: string,
  { width = 900, height = 700, query = "" }: PhoneOptions = {},
): Promise<Phone> {
  const { origin } = new URL(url);
  const watched = await openWatchedPage(browser, origin, { width, height });
  const { page, trouble } = watched;
  const ask = async <T>(expression: string) => (await page.evaluate(expression)) as T;
  const text = (selector: string) =>
    ask<string>(`document.querySelector(${JSON.stringify(selector)})?.textContent ?? ""`);
  const screen = () => text("#screen");
  const shows = (pattern: RegExp) =>
    eventually(`screen ${pattern}`, async () => {
      const shown = await screen();
      return pattern.test(shown) && shown;
    });
  const enter = async (entry: string) => {
    await page.keyboard.type(entry);
    await page.keyboard.press("Enter");
  };
  const phone: Phone = {
    close: () => watched.close(),
    page,
    trouble,
    screen,
    shows,
    enter,
    text,
    ask,
    async next(entry, pattern) {
      await enter(entry);
      return shows(pattern);
    },
  };
  await loadPage(watched, `${origin}/phone${query}`, async () => /^Dial /.test(await screen()));
  return phone;
}
