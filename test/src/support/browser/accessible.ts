/** Judges a page by axe-core: WCAG 2.2 AA and what is commonly good. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "puppeteer-core";

/** To be evaluated in the page before `assertAccessible`. */
export const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Fails with the elements that break a rule. */
export async function assertAccessible(page: Page): Promise<void> {
  const { violations, passes } = (await page.evaluate(
    "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] })",
  )) as { violations: readonly Violation[]; passes: readonly Violation[] };
  const told = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  assert.deepEqual(told, []);
  assert.ok(
    passes.some(({ id }) => id === "color-contrast"),
    "contrast was looked at",
  );
}
