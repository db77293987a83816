/** Tests that the explorer shows where in Solidity a transaction failed. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { at, startVaults, type Vaults } from "../solidity/vaults.js";
import { borrowBrowser, noBrowser, returnBrowser } from "../support/browser/browser.js";
import { type Explorer, openExplorer } from "../support/browser/explorer.js";
import { call } from "../support/rpc.js";

describe("the explorer of a node with --build-info", { skip: noBrowser }, () => {
  let vaults: Vaults;
  let explorer: Explorer;
  let borrowed: Awaited<ReturnType<typeof borrowBrowser>> | undefined;
  before(async () => {
    vaults = await startVaults({ isOptimized: true, viaIR: false });
    borrowed = await borrowBrowser();
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

  it("names contracts, decodes their calls, and reads them, without a file from the user", async () => {
    const { url, vault, calling } = vaults;
    const hash = await calling(vault, "Vault", "limit", 7);
    await explorer.go(`/tx/${hash}`, /^Transaction$/);
    await explorer.shows("[aria-labelledby=input] .decoded code", /^limit\(uint256/);
    await explorer.shows("[aria-labelledby=fields]", new RegExp(`Vault ${vault}`));
    await explorer.shows(".flame button:first-child", /^CALL limit$/);
    await explorer.go("/", /^The chain$/);
    await explorer.shows("[aria-labelledby=transactions] li:first-child", /→ Vault 0x/);
    await explorer.go(`/address/${vault}`, /^Address$/);
    await explorer.shows("[aria-labelledby=transactions] tbody tr:first-child", /Vault 0x/);
    await explorer.shows("[aria-labelledby=account]", /contract Vault of contracts\/Vaults\.sol/);
    await explorer.click("#contract summary");
    await explorer.page.waitForSelector("[data-function=limit]");
    // A proxy is named by the contract whose code it runs.
    const proxy = `0x${"ab".repeat(20)}`;
    const code = `0x363d3d373d3d3d363d73${vault.slice(2)}5af43d82803e903d91602b57fd5bf3`;
    await call(url, "hardhat_setCode", [proxy, code]);
    await explorer.go(`/address/${proxy}`, /^Address$/);
    const kind = /contract Vault of contracts\/Vaults\.sol, a proxy that runs the code of Vault 0x/;
    await explorer.shows("[aria-labelledby=account]", kind);
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
