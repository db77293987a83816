/** Checks a page with axe-core: WCAG 2.2 AA and best practices. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "puppeteer-core";

/** The source that must be evaluated in the page before `assertAccessible`. */
export const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** The tags of the rules of WCAG 2.2 AA, and of best practices. */
const standards = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];

/** The one rule whose result depends on colours, and thus on the scheme. */
const contrast = "color-contrast";

/** The widths of the narrowest supported phone and of a desktop. */
const widths = [360, 1200];

/**
 * An expression for the elements with text or boxes beyond the right edge, if the page can be
 * scrolled there.
 */
const wideElements = `document.scrollingElement.scrollWidth <= innerWidth ? [] :
  [document.scrollingElement.scrollWidth + " pixels"].concat(
    [...document.querySelectorAll("body *")]
      .filter((one) => {
        if (one.closest(".scroll") !== null) return false;
        return one.getBoundingClientRect().left + one.scrollWidth > innerWidth;
      })
      .map((one) => one.outerHTML.slice(0, 200)))`;

/**
 * Checks a page at the widths of a phone and of a desktop, where it must not be wider than the
 * screen.
 */
export async function assertUsable(page: Page): Promise<void> {
  await atEachWidth(page, async () => {
    await assertAccessible(page);
    assert.deepEqual(await page.evaluate(wideElements), []);
  });
}

/**
 * Checks the contrast of a page at both widths: all that another scheme of colours can change in a page that
 * `assertUsable` has checked in one.
 */
export const assertContrast = (page: Page): Promise<void> =>
  atEachWidth(page, () => assertRules(page, [contrast]));

/** Fails with the elements that violate a rule, in the scheme and at the width that the page has. */
export const assertAccessible = (page: Page): Promise<void> => assertRules(page, standards);

async function atEachWidth(page: Page, check: () => Promise<void>): Promise<void> {
  for (const width of widths) {
    await page.setViewport({ width, height: 800 });
    await check();
  }
}

/** @param runOnly tags or names of rules. */
async function assertRules(page: Page, runOnly: readonly string[]): Promise<void> {
  // Without the other types of results axe describes one element of each rule that holds, in place of all.
  const options = JSON.stringify({ runOnly, resultTypes: ["violations"] });
  const { violations, passes } = (await page.evaluate(`axe.run(document, ${options})`)) as {
    violations: readonly Violation[];
    passes: readonly Violation[];
  };
  const told = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  assert.deepEqual(told, []);
  assert.ok(
    passes.some(({ id }) => id === contrast),
    "contrast was looked at",
  );
}
