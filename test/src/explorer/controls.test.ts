/** Tests that the explorer controls a development chain, and shows its pool. */
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { assertAccessible, axeSource } from "../support/browser/accessible.js";
import { noBrowser } from "../support/browser/browser.js";
import { type Explorer, openExplorer } from "../support/browser/explorer.js";
import { alice, bob, withExplorer } from "../support/browser/explorer-scene.js";
import { coin, emptyAccount, send } from "../support/development.js";
import { startLocalNode } from "../support/local-node.js";
import type { Hex } from "../support/wire.js";

describe("controls and pool of the explorer", { skip: noBrowser }, () => {
  const { node, browser, rpc, opened: open } = withExplorer();
  const height = async () => Number(await rpc<Hex>("eth_blockNumber"));

  async function opened(t: TestContext): Promise<Explorer> {
    const explorer = await open(t);
    await explorer.go("/controls", /^Controls$/);
    return explorer;
  }

  /** Fills in the fields of a control, runs it, and waits for its result. */
  async function run(
    explorer: Explorer,
    id: string,
    texts: Readonly<Record<string, string>>,
    pattern: RegExp,
  ): Promise<string> {
    const form = `#control-${id}`;
    await explorer.page.waitForSelector(form);
    for (const [name, text] of Object.entries(texts)) {
      await explorer.page.locator(`${form} [name="${name}"]`).fill(text);
    }
    await explorer.click(`${form} button`);
    const told = await explorer.shows(".controls-log p", pattern);
    // The form has it too: on a narrow screen the list is out of sight.
    const outcome = told.slice(told.indexOf(":") + 2);
    const escaped = outcome.replaceAll(/[^\w ]/g, ".");
    await explorer.shows(`${form} .outcome`, new RegExp(`^${escaped}$`));
    return told;
  }

  it("mines blocks, uncles and branches", async (t) => {
    const explorer = await opened(t);
    await run(
      explorer,
      "mine",
      { Blocks: "4" },
      /^Mine blocks: Mined 4 blocks; the head is block 4$/,
    );
    assert.equal(await height(), 4);
    await run(explorer, "uncle", {}, /^Mine an uncle: Mined the uncle$/);
    await run(
      explorer,
      "branch",
      { Depth: "2", Length: "3" },
      /^Mine a branch: Mined 3 blocks, which became the chain/,
    );
    assert.equal(await height(), 5);
    await explorer.click(".controls-log a");
    await explorer.shows("h1", /^Block 5$/);
  });

  it("takes a snapshot and reverts to it", async (t) => {
    const explorer = await opened(t);
    const before = await height();
    const told = await run(explorer, "snapshot", {}, /^Take a snapshot: Snapshot \d+ is of/);
    await run(explorer, "mine", { Blocks: "1" }, /^Mine blocks/);
    const number = /Snapshot (\d+)/.exec(told)?.[1] ?? "";
    await run(explorer, "revert", { Snapshot: number }, /^Revert to a snapshot: Reverted/);
    assert.equal(await height(), before);
    await run(explorer, "revert", { Snapshot: "999" }, /There is no snapshot 999/);
  });

  it("sets the time, adds coins, and sends as any account", async (t) => {
    const explorer = await opened(t);
    await run(explorer, "next-time", { Time: "2000000000" }, /is of 2033-05-18 03:33:20 UTC/);
    await rpc("evm_mine");
    const block = await rpc<{ timestamp: Hex }>("eth_getBlockByNumber", ["latest", false]);
    assert.equal(Number(block.timestamp), 2_000_000_000);
    await run(explorer, "time", { Seconds: "60" }, /^Move the time: Moved by 60 seconds/);
    const { address } = emptyAccount(1);
    await run(explorer, "faucet", { Address: address, Coins: "2.5" }, /^Faucet: Added 2\.5 coins/);
    assert.equal(BigInt(await rpc<Hex>("eth_getBalance", [address, "latest"])), (5n * coin) / 2n);
    const texts = { From: address, To: bob.address, "Value in coins": "1" };
    await rpc("hardhat_impersonateAccount", [address]);
    await run(explorer, "impersonate", texts, /^Send as any account: Sent 0x/);
    assert.equal(await rpc("hardhat_stopImpersonatingAccount", [address]), true);
    await run(explorer, "faucet", { Address: "0x12" }, /^Faucet: Address: expected an address$/);
  });

  it("shows the pool, by fee and with gaps", async (t) => {
    const explorer = await opened(t);
    const choices =
      "[...document.querySelector('[name=Automine]').options].map(({ text }) => text)";
    await explorer.page.waitForSelector("#control-automine");
    assert.deepEqual(await explorer.ask(choices), ["yes", "no"]);
    await run(explorer, "automine", { Automine: "no" }, /Transactions wait/);
    const to = bob.address;
    const cheap = await send(node().url, alice, { to, value: 1n, gasPrice: 100_000_000n });
    const dear = await send(node().url, bob, { to, value: 2n, gasPrice: 3_000_000_000n });
    const nonce = Number(await rpc<Hex>("eth_getTransactionCount", [alice.address, "pending"]));
    const late = await send(node().url, alice, { to, value: 3n, nonce: nonce + 2 });
    await explorer.go("/pool", /^Pool$/);
    await explorer.shows("[aria-labelledby=ready] tbody", new RegExp(cheap.slice(0, 10)));
    const ready = await explorer.text("[aria-labelledby=ready] tbody");
    assert.ok(ready.indexOf(dear.slice(0, 10)) < ready.indexOf(cheap.slice(0, 10)), ready);
    const waiting = await explorer.text("[aria-labelledby=waiting] tbody");
    assert.match(waiting, new RegExp(late.slice(0, 10)));
    assert.match(waiting, /2 nonces missing before/);
    await explorer.page.evaluate(axeSource);
    await assertAccessible(explorer.page);
    await explorer.go("/controls", /^Controls$/);
    await explorer.page.waitForSelector("#control-mine");
    await assertAccessible(explorer.page);
    await rpc("evm_setAutomine", [true]);
  });

  it("reports that there are no controls", async (t) => {
    const closed = await startLocalNode(["--no-dev-rpc"]);
    let explorer: Explorer | undefined;
    // The page is closed first, because it would reconnect without its node.
    t.after(() => explorer?.close());
    t.after(() => closed.stop());
    explorer = await openExplorer(browser(), closed.url);
    await explorer.go("/controls", /^Controls$/);
    await explorer.shows("main [role=alert]", /^This node has no controls: .*--no-dev-rpc/);
  });
});
