/** Tests that the explorer shows where in Solidity a transaction failed. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { at, startVaults, type Vaults } from "../solidity/vaults.js";
import { borrowBrowser, browserPath, returnBrowser } from "../support/browser/browser.js";
import { type Explorer, openExplorer } from "../support/browser/explorer.js";

const skip = browserPath === undefined && "no chromium here, and it could not be installed";

describe("the explorer of a node with --build-info", { skip }, () => {
  let vaults: Vaults;
  let explorer: Explorer;
  let borrowed: Awaited<ReturnType<typeof borrowBrowser>> | undefined;
  before(async () => {
    vaults = await startVaults({ isOptimized: true, viaIR: false });
    borrowed = await borrowBrowser(browserPath ?? "");
    explorer = await openExplorer(borrowed, vaults.url);
  });
  after(async () => {
    returnBrowser(borrowed);
    await vaults?.stop();
  });

  it("lists the functions of a transaction that failed, and its custom error", async () => {
    const { owner, calling } = vaults;
    await explorer.go(`/tx/${await calling(owner, "Owner", "run", 8, 0)}`, /^Transaction$/);
    const line = (comment: string) => at(comment).slice(1, -1).replaceAll(".", "\\.");
    await explorer.shows(
      "[aria-labelledby=stack] li:first-child",
      new RegExp(`^Shares\\.part ${line("divides")}`),
    );
    await explorer.shows(
      "[aria-labelledby=stack] li:last-child",
      new RegExp(`^Owner\\.run ${line("runs")}`),
    );
    await explorer.go(`/tx/${await calling(owner, "Owner", "tolerant", 1)}`, /^Transaction$/);
    await explorer.shows("[aria-labelledby=stack] p", /^NotToday\(\)$/);
  });

  it("shows the name of a file with an escape for what would change the order of its characters", async () => {
    const { folder, vault, calling } = vaults;
    const path = join(folder, "one.json");
    const userSourceNameMap = { "a\u202elos.sol": "contracts/Vaults.sol" };
    const whole = JSON.parse(readFileSync(path, "utf8")) as object;
    writeFileSync(path, JSON.stringify({ ...whole, userSourceNameMap }));
    await explorer.go(`/tx/${await calling(vault, "Vault", "take", 8, 0)}`, /^Transaction$/);
    await explorer.shows("[aria-labelledby=stack] li:first-child code", /^a\\u202elos\.sol:\d+$/);
  });
});
