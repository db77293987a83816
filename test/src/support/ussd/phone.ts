/** The phone page in a real browser, headless and without a network of its own. */
import { fileURLToPath } from "node:url";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { eventually, patienceMs } from "../eventually.js";

const chromium = new URL("../../../../scripts/chromium.mjs", import.meta.url).href;
const { findChromium } = (await import(chromium)) as { findChromium(): string | undefined };

/** Undefined where no browser is installed. */
export const browserPath = findChromium();

export function launchBrowser(executablePath: string): Promise<Browser> {
  return puppeteer.launch({
    executablePath,
    headless: true,
    pipe: true,
    timeout: patienceMs,
    // Containers give no sandbox, and little shared memory.
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars"],
  });
}

export interface Phone {
  readonly page: Page;
  /** What the page complained about, and asked of others. */
  readonly trouble: readonly string[];
  /** What the handset shows. */
  screen(): Promise<string>;
  /** Types an entry into whatever has the focus, and Enter. */
  enter(text: string): Promise<void>;
  /** Enters, and waits for the screen after. */
  next(text: string, pattern: RegExp): Promise<string>;
  shows(pattern: RegExp): Promise<string>;
  /** Text of the first element that matches a selector. */
  text(selector: string): Promise<string>;
  /** The value of an expression in the page. */
  ask<T>(expression: string): Promise<T>;
}

export interface PhoneOptions {
  readonly width?: number;
  readonly height?: number;
  readonly query?: string;
}

/** @param url where the gateway posts to. */
export async function openPhone(
  browser: Browser,
  url: string,
  { width = 900, height = 700, query = "" }: PhoneOptions = {},
): Promise<Phone> {
  // Nothing kept by an earlier one.
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  const { origin } = new URL(url);
  const trouble: string[] = [];
  page.on("console", (message) => {
    if (message.type() !== "log") trouble.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => trouble.push(`thrown: ${error}`));
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== origin) trouble.push(`asked: ${request.url()}`);
  });
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([
    { name: "prefers-color-scheme", value: "light" },
    { name: "prefers-reduced-motion", value: "reduce" },
  ]);
  await page.goto(`${origin}/phone${query}`);
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
    ...{ page, trouble, screen, shows, enter, text, ask },
    async next(entry, pattern) {
      await enter(entry);
      return shows(pattern);
    },
  };
  await phone.shows(/^Dial /);
  return phone;
}

/** Pictures of the documentation, taken only when somebody wants new ones. */
export async function takePicture({ page }: Phone, name: string): Promise<void> {
  if (process.env.WRITE_PICTURES !== "1") return;
  const folder = new URL("../../../../docs/images/", import.meta.url);
  const path = fileURLToPath(new URL(`${name}.png`, folder)) as `${string}.png`;
  await page.screenshot({ path });
}
