/** Measures the explorer in a real browser: its first view, and how smoothly it scrolls. */
import type { Browser } from "puppeteer-core";
import {
  browserPath,
  launchBrowser,
  loadPage,
  openWatchedPage,
  wholeBrowserPath,
} from "../../support/browser/browser.js";
import { developmentAccount } from "../../support/development.js";
import { call } from "../../support/rpc.js";
import { callAll } from "../../support/rpc-batch.js";
import { type Scene, scene } from "../scene.js";
import type { Sizes } from "../sizes.js";
import { medianOf } from "../statistics.js";
import type { RunningSubject } from "../subject/subject.js";

interface Session {
  readonly browser: Browser;
  readonly fresh: RunningSubject;
  /** A node with many blocks, the last of which has many transactions. */
  readonly grown: RunningSubject;
}

const viewport = { width: 1200, height: 900 };
const gasLimit = 200_000_000;
/** The pixels of each scrolled frame. */
const pixels = 40;

/** Returns no scene if no browser is installed. */
export function explorerScenes(sizes: Sizes): readonly Scene[] {
  const path = sizes.isWholeBrowser ? wholeBrowserPath : browserPath;
  return path === undefined ? [] : [explorerScene(sizes, path)];
}

const explorerScene = (sizes: Sizes, path: string): Scene =>
  scene<Session>({
    name: "explorer",
    isOursOnly: true,
    async prepare(subject) {
      const fresh = await subject.start({ mining: "manual", gasLimit });
      const grown = await subject.start({ mining: "manual", gasLimit });
      await fill(grown.url, sizes);
      return { fresh, grown, browser: await launchBrowser(path) };
    },
    async close({ browser, fresh, grown }) {
      await browser.close();
      await fresh.stop();
      await grown.stop();
    },
    measurements: [
      {
        rows: [
          {
            id: "explorer-first-view",
            about: "explorer: navigation to the first view of a fresh chain",
            unit: "ms",
            better: "less",
          },
        ],
        async measure({ browser, fresh }) {
          const views: number[] = [];
          for (let i = 0; i < sizes.explorerViews; i++) {
            views.push(await firstView(browser, fresh.url));
          }
          return [{ value: medianOf(views) }];
        },
      },
      {
        rows: [
          {
            id: "explorer-frame-home",
            about: `explorer: slowest frame in twenty, ${sizes.explorerBlocks.toLocaleString("en")} blocks, scrolled`,
            unit: "ms",
            better: "less",
          },
          {
            id: "explorer-frame-block",
            about: `explorer: slowest frame in twenty, a block of ${sizes.explorerTransactions.toLocaleString("en")} transactions, scrolled`,
            unit: "ms",
            better: "less",
          },
        ],
        async measure({ browser, grown: { url } }) {
          const head = Number(await call<string>(url, "eth_blockNumber"));
          const fragments = ["/", `/block/${head}`];
          const figures = [];
          for (const fragment of fragments) {
            figures.push({ value: await slowFrame(browser, `${url}/#${fragment}`, sizes) });
          }
          return figures;
        },
      },
    ],
  });

/** Builds a long chain whose last block is full. */
async function fill(url: string, { explorerBlocks, explorerTransactions }: Sizes): Promise<void> {
  await call(url, "hardhat_mine", [`0x${explorerBlocks.toString(16)}`]);
  // The pool accepts at most 4,096 transactions of one sender.
  const senders = [developmentAccount(0), developmentAccount(1)].map(({ address }) => address);
  for (const address of senders) await call(url, "hardhat_impersonateAccount", [address]);
  const transfers = Array.from({ length: explorerTransactions }, (_, i) => ({
    method: "eth_sendTransaction",
    params: [{ from: senders[i % 2], to: senders[0], value: "0x1", gas: "0x5208" }],
  }));
  await callAll(url, transfers);
  await call(url, "evm_mine");
}

async function opened<T>(
  browser: Browser,
  url: string,
  measure: (evaluate: (expression: string) => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const watched = await openWatchedPage(browser, new URL(url).origin, viewport);
  const { page } = watched;
  try {
    await loadPage(watched, url, async () => true);
    return await measure((expression) => page.evaluate(expression));
  } finally {
    await page.browserContext().close();
  }
}

/** Resolves to the milliseconds from the start of navigation to the first frame with an element. */
const drawnAt = (selector: string) => `new Promise((resolve) => {
  const check = () => {
    if (document.querySelector(${JSON.stringify(selector)}) === null) requestAnimationFrame(check);
    else requestAnimationFrame(() => resolve(performance.now()));
  };
  check();
})`;

const firstView = (browser: Browser, url: string) =>
  opened(browser, `${url}/`, async (evaluate) => Number(await evaluate(drawnAt(".rows li"))));

/** Scrolls a page down and up again, and returns the 95th percentile of the times between its frames. */
const slowFrame = (browser: Browser, url: string, { explorerFrames: frames }: Sizes) =>
  opened(browser, url, async (evaluate) => {
    await evaluate(drawnAt("[aria-labelledby=transactions] :is(tbody tr, .rows li)"));
    const deltas = (await evaluate(`new Promise((resolve) => {
      const deltas = [];
      let last;
      const step = (now) => {
        if (last !== undefined) deltas.push(now - last);
        last = now;
        if (deltas.length === ${frames}) return resolve(deltas);
        window.scrollBy(0, deltas.length < ${frames / 2} ? ${pixels} : -${pixels});
        requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    })`)) as number[];
    return deltas.sort((a, b) => a - b)[Math.floor(0.95 * deltas.length)] ?? 0;
  });
