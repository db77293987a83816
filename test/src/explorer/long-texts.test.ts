/** Tests that the explorer shows a bounded part of long data from the chain, and all of it on request. */
import assert from "node:assert/strict";
import { before, describe, it, type TestContext } from "node:test";
import { encodeAbiParameters, encodeFunctionData, maxUint256, parseAbi, toHex } from "viem";
import { assertUsable, axeSource } from "../support/browser/accessible.js";
import { noBrowser } from "../support/browser/browser.js";
import type { Explorer } from "../support/browser/explorer.js";
import { alice, bob, withExplorer } from "../support/browser/explorer-scene.js";
import { send } from "../support/development.js";
import type { Hex } from "../support/wire.js";

/** More characters than any part of a page shows at once, several times over. */
const long = "lorem ipsum ".repeat(2_000);
/** More than the text of a page, without the long data, and with a bounded part of each of them. */
const textMax = 20_000;

const batchTopic = "4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb";
const word = (value: string) => value.replace(/^0x/, "").padStart(64, "0");
const sized = (bytes: number) => toHex(bytes, { size: 2 }).slice(2);

/** Returns init code that copies its last bytes to memory, and then runs `tail` with their length. */
function withData(data: Hex, tail: (length: string) => string): Hex {
  const bytes = (data.length - 2) / 2;
  const end = tail(sized(bytes));
  // PUSH2 length, PUSH2 offset, PUSH0, CODECOPY.
  const offset = sized(8 + end.length / 2);
  return `0x61${sized(bytes)}61${offset}5f39${end}${data.slice(2)}`;
}

const reverting = (reason: string) =>
  withData(
    encodeFunctionData({ abi: parseAbi(["function Error(string)"]), args: [reason] }),
    (length) => `61${length}5ffd`,
  );
const logging = (data: Hex, topics: readonly string[]) =>
  withData(data, (length) => {
    const pushed = topics.toReversed().map((topic) => `7f${topic}`);
    return `${pushed.join("")}61${length}5fa${topics.length}00`;
  });

describe("long data in the explorer", { skip: noBrowser }, () => {
  const { node, opened: open } = withExplorer();
  const hashes: Record<"failed" | "batch" | "unknown" | "called", Hex> = {} as never;
  before(async () => {
    const create = (data: Hex) => send(node().url, alice, { data, gasLimit: 3_000_000 });
    const ids = Array.from({ length: 300 }, (_, i) => maxUint256 - BigInt(i));
    const list = [{ type: "uint256[]" }, { type: "uint256[]" }];
    hashes.failed = await create(reverting(long));
    const parties = [alice.address, alice.address, bob.address].map(word);
    hashes.batch = await create(
      logging(encodeAbiParameters(list, [ids, ids]), [batchTopic, ...parties]),
    );
    hashes.unknown = await create(logging(toHex(long), [word("0x77")]));
    const abi = parseAbi(["function safeTransferFrom(address, address, uint256, bytes)"]);
    const args = [alice.address, bob.address, 1n, toHex(long)] as const;
    hashes.called = await send(node().url, alice, {
      to: bob.address,
      data: encodeFunctionData({ abi, args }),
      gasLimit: 3_000_000,
    });
  });

  async function opened(t: TestContext, fragment: string, heading: RegExp): Promise<Explorer> {
    const explorer = await open(t);
    await explorer.go(fragment, heading);
    return explorer;
  }
  const lengthOf = (explorer: Explorer, selector: string) =>
    explorer.ask<number>(`document.querySelector(${JSON.stringify(selector)}).innerText.length`);
  const openParts = (explorer: Explorer) =>
    explorer.ask(
      "document.querySelectorAll('details:not([open]) > summary').forEach((one) => one.click())",
    );

  it("is shown in part on every page of a transaction", async (t) => {
    for (const hash of Object.values(hashes)) {
      const explorer = await opened(t, `/tx/${hash}`, /^Transaction$/);
      await explorer.shows("#trace .call-facts", /Input/);
      await openParts(explorer);
      await explorer.shows("#raw", /Keccak-256 of these bytes is the hash/);
      await explorer.shows("#receipt-proof", /is the root/);
      await explorer.shows("#copy-as", /viem/);
      const length = await lengthOf(explorer, "main");
      assert.ok(length < textMax, `${length} characters`);
      await explorer.page.evaluate(axeSource);
      await assertUsable(explorer.page);
    }
  });

  it("is shown with its length, and wholly on request", async (t) => {
    const explorer = await opened(t, `/tx/${hashes.failed}`, /^Transaction$/);
    await explorer.shows(
      ".status",
      /^Failed: execution reverted: "lorem.*… 24\u202f002 characters/s,
    );
    await explorer.click(".status button");
    await explorer.shows(".status", /ipsum " 24\u202f002 characters/);
    assert.ok((await lengthOf(explorer, ".status")) > long.length);
    await explorer.click(".status button");
    await explorer.shows(".status", /…/);
  });

  it("is shown in part in a list of transfers", async (t) => {
    const explorer = await opened(t, `/address/${bob.address}`, /^Address$/);
    await explorer.click("#transfers summary");
    await explorer.shows("#transfers .rows", /received/);
    const length = await lengthOf(explorer, "main");
    assert.ok(length < textMax, `${length} characters`);
  });
});
