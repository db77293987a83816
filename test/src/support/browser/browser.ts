/** Runs a real browser, headless and without network access, for the tests of pages. */
import type { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import puppeteer, {
  type Browser,
  type CDPSession,
  type ConsoleMessage,
  type HTTPRequest,
  type Page,
} from "puppeteer-core";
import { eventually, patienceMs } from "../eventually.js";

const chromium = new URL("../../../../scripts/chromium.mjs", import.meta.url).href;
const { findChromium, findWholeChromium, isShell } = (await import(chromium)) as {
  findChromium(): string | undefined;
  findWholeChromium(): string | undefined;
  isShell(path: string): boolean;
};

/** Is undefined if no browser is installed. */
export const browserPath = findChromium();

/** Why the tests of a page are skipped; false if there is a browser. */
export const noBrowser =
  browserPath === undefined && "no chromium here, and it could not be installed";

/** The browser that measurements start, which is not the shell if there is another. */
export const wholeBrowserPath = findWholeChromium();

/** Starts a browser that is not shared. */
export function launchBrowser(executablePath: string): Promise<Browser> {
  return puppeteer.launch({
    executablePath,
    headless: isShell(executablePath) ? "shell" : true,
    pipe: true,
    timeout: patienceMs,
    protocolTimeout: patienceMs,
    // Containers have no sandbox, and little shared memory.
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars"],
  });
}

/** The browser of this process: starting it costs as much as two tests. */
let shared: Promise<Browser> | undefined;
let borrowers = 0;

/** Sets whether the browser keeps this process alive. */
function keepAlive(browser: Browser, isKept: boolean): void {
  const child = browser.process();
  for (const handle of [child, ...(child?.stdio ?? [])] as (Socket | null)[]) {
    if (isKept) handle?.ref();
    else handle?.unref();
  }
}

/**
 * Returns the browser that all files of a process share. Each file opens its pages in its own
 * contexts.
 */
export async function borrowBrowser(): Promise<Browser> {
  if (shared === undefined) {
    shared = launchBrowser(browserPath ?? "");
    process.once("beforeExit", () => void closeBrowser());
  }
  borrowers++;
  const browser = await shared;
  keepAlive(browser, true);
  return browser;
}

/** Returns the browser to the process, with which it ends. Does nothing without a browser. */
export function returnBrowser(browser: Browser | undefined): void {
  if (browser === undefined) return;
  borrowers--;
  if (borrowers === 0) keepAlive(browser, false);
}

async function closeBrowser(): Promise<void> {
  const browser = await shared;
  if (browser === undefined) return;
  keepAlive(browser, true);
  await browser.close();
}

export interface WatchedPage {
  readonly page: Page;
  /** Errors of the page, and its requests to other origins. */
  readonly trouble: string[];
  /** Ends the page. A later page may have its tab, without anything that it stored. */
  close(): Promise<void>;
}

export interface Viewport {
  readonly width: number;
  readonly height: number;
}

/** A tab with its own context: starting its process and compiling a page's code costs most of a page. */
interface Tab {
  readonly page: Page;
  readonly session: CDPSession;
}

/** The empty tabs of a browser. */
const emptyTabs = new WeakMap<Browser, Tab[]>();

async function createTab(browser: Browser): Promise<Tab> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  return { page, session: await page.createCDPSession() };
}

/** Leaves the page of a tab, and removes its history and what it and its origin stored. */
async function emptyTab({ page, session }: Tab, origin: string): Promise<void> {
  await page.evaluate("sessionStorage.clear()");
  await page.goto("about:blank");
  await page.mouse.move(0, 0);
  await page.emulateMediaType();
  await session.send("Page.resetNavigationHistory");
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
}

/**
 * Opens an empty page in its own context, in the light scheme and without animations. Its tab is used
 * again after `close`, unless a test has listened to its requests.
 * @param isNew opens a tab that no other page had, for a test that waits for an idle network: requests
 * that end with a page are never reported as ended.
 */
export async function openWatchedPage(
  browser: Browser,
  origin: string,
  viewport: Viewport,
  isNew = false,
): Promise<WatchedPage> {
  const used = isNew ? undefined : emptyTabs.get(browser)?.pop();
  const tab = used ?? (await createTab(browser));
  const { page } = tab;
  const { host } = new URL(origin);
  const trouble: string[] = [];
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() !== "log") trouble.push(`${message.type()}: ${message.text()}`);
  };
  const onError = (error: unknown) => trouble.push(`thrown: ${error}`);
  const onRequest = (request: HTTPRequest) => {
    const asked = new URL(request.url());
    if (asked.protocol !== "data:" && asked.host !== host) trouble.push(`asked: ${request.url()}`);
  };
  const listeners = page.listenerCount("request");
  page.on("console", onConsole).on("pageerror", onError).on("request", onRequest);
  await page.setViewport(viewport);
  await page.emulateMediaFeatures([
    { name: "prefers-color-scheme", value: "light" },
    { name: "prefers-reduced-motion", value: "reduce" },
  ]);
  return {
    page,
    trouble,
    async close() {
      page.off("console", onConsole).off("pageerror", onError).off("request", onRequest);
      if (page.listenerCount("request") > listeners) return page.browserContext().close();
      await emptyTab(tab, origin);
      emptyTabs.set(browser, [...(emptyTabs.get(browser) ?? []), tab]);
    },
  };
}

/** Chromium's error for what is being loaded while an interface of the machine appears or disappears. */
const networkChanged = /net::ERR_NETWORK_CHANGED/;
const loadsMax = 10;

/**
 * Loads an address, and waits until the page is ready. If the network of the machine changes
 * meanwhile, by whatever else runs there, the page is loaded again and the error is forgotten: it is
 * not one of the page. All other errors are thrown or stay in `trouble`.
 */
export async function loadPage(
  { page, trouble }: Pick<WatchedPage, "page" | "trouble">,
  url: string,
  isReady: () => Promise<boolean>,
): Promise<void> {
  let loads = 0;
  const load = async () => {
    loads++;
    await page.goto(url).catch((error) => {
      if (!networkChanged.test(String(error))) throw error;
      trouble.push(String(error));
    });
  };
  await load();
  await eventually(`page at ${url}`, async () => {
    const others = trouble.filter((text) => !networkChanged.test(text));
    if (others.length === trouble.length || loads === loadsMax) return await isReady();
    trouble.splice(0, trouble.length, ...others);
    await load();
    return false;
  });
}

/**
 * Clicks the first element that a selector matches, once it is visible, not disabled, and not covered
 * at its centre. The check and the click are one step in the page, because a live page could move the
 * element between the two events of a real pointer.
 */
export async function clickOn(page: Page, selector: string): Promise<void> {
  const click = `(() => {
    const element = document.querySelector(${JSON.stringify(selector)});
    if (element === null || element.matches(":disabled")) return false;
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = element.getBoundingClientRect();
    const uppermost = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!element.contains(uppermost)) return false;
    element.focus();
    element.click();
    return true;
  })()`;
  await eventually(
    `${selector} that can be clicked`,
    () => page.evaluate(click) as Promise<boolean>,
  );
}

/**
 * Moves the pointer over the first element that a selector matches, and repeats it if the page
 * moves the element.
 */
export async function hoverOver(page: Page, selector: string): Promise<void> {
  const hovered = `document.querySelector(${JSON.stringify(selector)})?.matches(":hover") ?? false`;
  await eventually(`the pointer over ${selector}`, async () => {
    await page.locator(selector).hover();
    return (await page.evaluate(hovered)) as boolean;
  });
}

/** Drops a file with a text onto the first element that a selector matches. */
export async function dropFile(page: Page, selector: string, text: string): Promise<void> {
  await page.waitForSelector(selector);
  await page.evaluate(`(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([${JSON.stringify(text)}], "dropped.json"));
    const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
    document.querySelector(${JSON.stringify(selector)}).dispatchEvent(event);
  })()`);
}

/** Takes a picture for the documentation, only on request. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (process.env.WRITE_PICTURES !== "1") return;
  const folder = new URL("../../../../docs/images/", import.meta.url);
  const path = fileURLToPath(new URL(`${name}.png`, folder)) as `${string}.png`;
  await page.screenshot({ path });
}
