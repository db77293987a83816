/** Tests that a page is loaded again after a change of the machine's network, and after nothing else. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { Page } from "puppeteer-core";
import { loadPage } from "../support/browser/browser.js";

const changed = "net::ERR_NETWORK_CHANGED at http://127.0.0.1:1/";

/** Returns a page whose navigations have these results in turn, and then succeed. */
function pageWith(...results: readonly ((trouble: string[]) => void)[]) {
  const trouble: string[] = [];
  const visited: string[] = [];
  const goto = async (url: string) => {
    results[visited.push(url) - 1]?.(trouble);
    return null;
  };
  const page = { goto } as unknown as Page;
  const load = () => loadPage({ page, trouble }, "/", async () => visited.length >= results.length);
  return { visited, trouble, load };
}
const throwing = (message: string) => () => {
  throw new Error(message);
};

it("a page is loaded again if the network changed during its navigation or for a file of it", async () => {
  const { visited, trouble, load } = pageWith(throwing(changed), (errors) => {
    errors.push("warn: an old method", `error: Failed to load resource: ${changed}`);
  });
  await load();
  assert.deepEqual([visited.length, trouble], [3, ["warn: an old method"]]);
});

it("a page that cannot be loaded for another reason is not loaded again", async () => {
  const { visited, load } = pageWith(
    throwing("net::ERR_CONNECTION_REFUSED at http://127.0.0.1:1/"),
  );
  await assert.rejects(load(), /ERR_CONNECTION_REFUSED/);
  assert.equal(visited.length, 1);
});

it("a network that changes with every load is an error of the page in the end", async () => {
  const { visited, trouble, load } = pageWith(
    ...Array.from({ length: 10 }, () => throwing(changed)),
  );
  await load();
  assert.deepEqual([visited.length, trouble], [10, [`Error: ${changed}`]]);
});
