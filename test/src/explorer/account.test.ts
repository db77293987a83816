/**
 * Tests that the explorer shows an account's token transfers, the events of a contract by name, and
 * created contracts.
 */
import assert from "node:assert/strict";
import { before, describe, it, type TestContext } from "node:test";
import { microLoanAbi } from "@tandem/ussd-relay";
import { type Abi, encodeDeployData, encodeFunctionData } from "viem";
import { assertUsable, axeSource } from "../support/browser/accessible.js";
import { noBrowser } from "../support/browser/browser.js";
import type { Explorer } from "../support/browser/explorer.js";
import { alice, bob, withExplorer } from "../support/browser/explorer-scene.js";
import { compileOne } from "../support/compile.js";
import { coin, send } from "../support/development.js";
import { call } from "../support/rpc.js";
import { deployContracts } from "../support/ussd/ussd-contract.js";
import type { Hex } from "../support/wire.js";

const hostile = '<img src=x onerror="1">';
/** More than one page. */
const transfers = 30;

const topics = {
  transfer: "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef",
  single: "c3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62",
};
const word = (value: string) => value.replace(/^0x/, "").padStart(64, "0");

/** Returns code that emits a log with four topics and with the numbers 9 and 4 as its data. */
const emitting = (...[first, second, third, fourth]: readonly string[]): Hex =>
  `0x60095f5260046020527f${fourth}7f${third}7f${second}7f${first}60405fa400`;

describe("an account in the explorer", { skip: noBrowser }, () => {
  const { node, opened: open } = withExplorer();
  let token: Hex;
  let loans: Hex;
  before(async () => {
    const { url } = node();
    const contracts = await deployContracts(url);
    loans = contracts.contract;
    const [user] = contracts.users;
    assert.ok(user);
    const deposit = encodeFunctionData({ abi: microLoanAbi, functionName: "deposit" });
    await contracts.send(user, { to: loans, data: deposit, value: 5n });
    const { abi, bytecode } = compileOne("Token.sol", "Token");
    const args = ["Name", hostile, 100n * coin];
    const data = encodeDeployData({ abi: abi as Abi, bytecode, args });
    const deployment = await send(url, alice, { data, gasLimit: 3_000_000 });
    const receipt = await call<{ contractAddress: Hex }>(url, "eth_getTransactionReceipt", [
      deployment,
    ]);
    token = receipt.contractAddress;
    for (let i = 1; i <= transfers; i++) {
      const move = { functionName: "transfer", args: [bob.address, (BigInt(i) * coin) / 10n] };
      const input = encodeFunctionData({ abi: abi as Abi, ...move });
      await send(url, alice, { to: token, data: input, gasLimit: 100_000 });
    }
    const parties = [word(alice.address), word(bob.address)];
    const logs = [
      emitting(topics.transfer, ...parties, word("77")),
      emitting(topics.single, word(alice.address), ...parties),
    ];
    for (const code of logs) await send(url, alice, { data: code, gasLimit: 100_000 });
  });

  async function opened(t: TestContext, address: string, part: string): Promise<Explorer> {
    const explorer = await open(t);
    await explorer.go(`/address/${address}`, /^Address$/);
    await explorer.click(`#${part} summary`);
    return explorer;
  }
  const countOf = (explorer: Explorer, selector: string) =>
    explorer.ask<number>(`document.querySelectorAll(${JSON.stringify(selector)}).length`);

  it("has its token transfers on pages, of three kinds of tokens, with names as text", async (t) => {
    const explorer = await opened(t, bob.address, "transfers");
    const rows = await explorer.shows("#transfers .rows", /4 of token 9/);
    assert.match(rows, /received\s+4 of token 9/);
    assert.match(rows, /received\s+token 119/);
    assert.match(rows, /received\s+3\s+of 0x\S+ “<img src=x onerror="1">”/);
    assert.equal(await countOf(explorer, "#transfers .rows > li"), 25);
    assert.equal(await countOf(explorer, "main img"), 0);
    // 0.1, 0.2 and so on to 3. The contracts that only emit logs have no balances.
    const balances = await explorer.text("#transfers .arguments");
    assert.match(balances, /^0x\S+ “<img src=x onerror="1">”\s+46\.5$/);
    await explorer.page.evaluate(axeSource);
    await assertUsable(explorer.page);
    await explorer.click("#transfers nav button:last-child");
    await explorer.shows("#transfers .rows", /received\s+0\.1\s+of/);
    assert.equal(await countOf(explorer, "#transfers .rows > li"), transfers + 2 - 25);
    await explorer.click("#transfers nav button:first-child");
    await explorer.shows("#transfers .rows", /4 of token 9/);
    const older = "document.querySelector('#transfers nav button:last-child')";
    await explorer.ask(`{ ${older}.click(); ${older}.click(); }`);
    await explorer.shows("#transfers .rows", /received\s+0\.1\s+of/);
    await explorer.click("#transfers nav button:first-child");
    await explorer.shows("#transfers .rows", /4 of token 9/);
  });

  it("has the contracts that it created, including old ones", async (t) => {
    const explorer = await opened(t, alice.address, "creations");
    const created = await explorer.shows("#creations .rows", new RegExp(token.slice(0, 10)));
    assert.equal(
      await countOf(explorer, "#creations .rows > li"),
      created.match(/of block/g)?.length,
    );
  });

  it("has the events of the relay's contract by their names", async (t) => {
    const explorer = await opened(t, loans, "events");
    await explorer.shows("#events", /Deposited\(address,uint256\)\s+user/);
    await explorer.shows("#events", /Log \d+ of block \d+, transaction 0x/);
  });
});
