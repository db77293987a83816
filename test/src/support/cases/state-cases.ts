/** Tests the methods of the tables "Account and state reads" and "Calls and gas". */
import assert from "node:assert/strict";
import { it } from "node:test";
import { coin } from "../development.js";
import { assertError, assertInvalidParameters, refusedTransaction, reverted } from "../refused.js";
import { ask as answerOf, call } from "../rpc.js";
import {
  type CaseContext,
  crowdPerAccount,
  deployData,
  owner,
  poor,
  second,
  stranger,
  supply,
  tokenCode,
  tokenInterface,
  transferData,
  unknownHash,
  unknownNumber,
} from "../scenes/sample-chain.js";
import { data, hash, quantity } from "../shape.js";
import type { Hex, WireBlock, WireReceipt } from "../wire.js";

const askOf =
  ({ urlOf }: CaseContext) =>
  <T>(method: string, ...params: readonly unknown[]) =>
    call<T>(urlOf(), method, params);
const notAddresses = [[], [null], ["0xabcd", "latest"], ["hello", "latest"], [5, "latest"]];
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, "0")}`;

export function stateCases(context: CaseContext): void {
  readCases(context);
  callCases(context);
  estimateCases(context);
}

function readCases(context: CaseContext): void {
  const ask = askOf(context);
  const readers = (): readonly (readonly [
    string,
    readonly unknown[],
    (v: unknown) => boolean,
  ])[] => [
    ["eth_getBalance", [owner.address], quantity],
    ["eth_getTransactionCount", [owner.address], quantity],
    ["eth_getCode", [context.sampleOf().token], data],
    ["eth_getStorageAt", [context.sampleOf().token, "0x2"], hash],
    [
      "eth_getStorageValues",
      [{ [context.sampleOf().token]: ["0x2"] }],
      (values) => hash(Object.values(values as object)[0]?.[0]),
    ],
  ];

  it("take a number, a hash, a tag or an object, and mean the same by them", async () => {
    const { hash: blockHash } = await ask<WireBlock>("eth_getBlockByNumber", "0x3");
    for (const [method, params, check] of readers()) {
      const byNumber = await ask(method, ...params, "0x3");
      assert.ok(check(byNumber), `${method}: ${byNumber}`);
      for (const block of [blockHash, { blockHash }, { blockNumber: "0x3" }]) {
        assert.deepEqual(await ask(method, ...params, block), byNumber, JSON.stringify(block));
      }
      for (const tag of ["latest", "pending", "earliest", "safe", "finalized"]) {
        assert.ok(check(await ask(method, ...params, tag)), `${method} at ${tag}`);
      }
      for (const missing of [unknownHash, unknownNumber, { blockHash: unknownHash }]) {
        assert.equal(await ask(method, ...params, missing), null, `${method} at ${missing}`);
      }
    }
  });

  it("default to the latest block where the specification says so", async () => {
    for (const method of ["eth_getBalance", "eth_getTransactionCount"]) {
      const latest = await ask(method, owner.address, "latest");
      assert.equal(await ask(method, owner.address), latest);
    }
  });

  it("give the values of that block", async () => {
    const { token } = context.sampleOf();
    assert.equal(
      await ask("eth_getBalance", second.address, "earliest"),
      `0x${(10_000n * coin).toString(16)}`,
    );
    assert.equal(await ask("eth_getBalance", stranger.address, "latest"), "0x0");
    assert.equal(await ask("eth_getTransactionCount", owner.address, "0x0"), "0x0");
    assert.equal(await ask("eth_getTransactionCount", owner.address, "0x1"), "0x1");
    assert.equal(await ask("eth_getCode", token, "0x0"), "0x");
    assert.equal((await ask<Hex>("eth_getCode", token, "0x1")).length, tokenCode.length);
    assert.equal(await ask("eth_getStorageAt", token, "0x2", "0x0"), word(0n));
    assert.equal(await ask("eth_getStorageAt", token, "0x2", "0x1"), word(supply));
    assert.equal(await ask("eth_getStorageAt", token, word(2n), "latest"), word(supply));
    assert.equal(await ask("eth_getStorageAt", stranger.address, "0x0", "latest"), word(0n));
  });

  it("refuse a missing or unusable parameter", async () => {
    const url = context.urlOf();
    const { token } = context.sampleOf();
    for (const [method] of readers()) await assertInvalidParameters(url, method, notAddresses);
    await assertInvalidParameters(url, "eth_getCode", [[token], [token, null], [token, "newest"]]);
    await assertInvalidParameters(url, "eth_getStorageAt", [
      [token],
      [token, "0x0"],
      [token, "latest"],
      [token, "two", "latest"],
      [token, `0x1${"00".repeat(32)}`, "latest"],
    ]);
    await assertInvalidParameters(url, "eth_getBalance", [
      [token, "newest"],
      [token, 5],
    ]);
  });
}

function callCases(context: CaseContext): void {
  const ask = askOf(context);

  it("run a call at the block they are told", async () => {
    const { token } = context.sampleOf();
    const input = tokenInterface.encodeFunctionData("balanceOf", [second.address]);
    const at = (block: unknown) => ask<Hex>("eth_call", { to: token, data: input }, block);
    assert.equal(await at("0x1"), word(0n));
    assert.equal(await at("0x3"), word(100n));
    assert.equal(await at("0x5"), word(100n + BigInt(crowdPerAccount)));
    assert.equal(await at("earliest"), "0x", "no contract there yet");
    for (const tag of ["latest", "pending"]) assert.ok(hash(await at(tag)));
    assert.equal(await at(unknownNumber), null);
  });

  it("take data, input, both when equal, and value, prices and a sender", async () => {
    const { token: to } = context.sampleOf();
    const input = tokenInterface.encodeFunctionData("totalSupply");
    const gasPrice = "0x3b9aca00";
    for (const request of [
      { to, data: input },
      { to, input },
      { to, data: input, input },
      { to, input, from: owner.address, gas: "0x186a0", gasPrice, value: "0x0" },
      { to, input, from: owner.address, maxFeePerGas: gasPrice, maxPriorityFeePerGas: "0x1" },
    ]) {
      assert.equal(await ask("eth_call", request, "latest"), word(supply));
    }
    const created = await ask<Hex>("eth_call", { data: deployData }, "latest");
    assert.equal(created.length, tokenCode.length, "without `to` it is a creation");
    const overrides = {
      [stranger.address]: { code: tokenCode, stateDiff: { [word(2n)]: word(9n) } },
    };
    const request = { to: stranger.address, input };
    assert.equal(await ask("eth_call", request, "latest", overrides), word(9n));
    assert.equal(await ask("eth_call", request, "latest"), "0x");
  });

  it("answer a revert with its reason and its bytes", async () => {
    const { token } = context.sampleOf();
    const request = { from: poor.address, to: token, data: transferData(second.address, 1n) };
    for (const method of ["eth_call", "eth_estimateGas"]) {
      const answer = await answerOf(context.urlOf(), method, [request, "latest"]);
      assertError(answer, reverted, /^execution reverted: insufficient balance$/);
      assert.match(String(answer.error?.data), /^0x08c379a0/);
    }
    const mint = tokenInterface.encodeFunctionData("mint", [poor.address, 1n]);
    const answer = await answerOf(context.urlOf(), "eth_call", [
      { ...request, data: mint },
      "latest",
    ]);
    assertError(answer, reverted, /^execution reverted/);
    const bytes = tokenInterface.encodeErrorResult("NotOwner", [poor.address]);
    assert.equal(answer.error?.data, bytes);
  });

  it("refuse a missing or unusable call", async () => {
    const { token: to } = context.sampleOf();
    const url = context.urlOf();
    const unusable = [
      [],
      [null, "latest"],
      ["0x", "latest"],
      [{ to: "0x12" }, "latest"],
      [{ to, data: "0x123" }, "latest"],
      [{ to, data: "0x12", input: "0x34" }, "latest"],
      [{ to, value: "12x" }, "latest"],
      [{ to }, "newest"],
    ];
    await assertInvalidParameters(url, "eth_call", [...unusable, [{ to }]]);
    await assertInvalidParameters(url, "eth_estimateGas", unusable);
  });
}

function estimateCases(context: CaseContext): void {
  const ask = askOf(context);

  it("estimate gas that is enough and not much too much", async () => {
    const { token, withAccessList } = context.sampleOf();
    const plain = { from: owner.address, to: stranger.address, value: "0x1" };
    assert.equal(await ask("eth_estimateGas", plain), "0x5208");
    assert.equal(await ask("eth_estimateGas", plain, "latest"), "0x5208");
    const transfer = { from: owner.address, to: token, data: transferData(second.address, 1n) };
    const estimate = BigInt(await ask<Hex>("eth_estimateGas", transfer, "0x5"));
    const receipt = await ask<WireReceipt>("eth_getTransactionReceipt", withAccessList);
    assert.ok(estimate >= 21_000n && estimate < 2n * BigInt(receipt.gasUsed));
    const creation = { from: owner.address, data: deployData };
    assert.ok(BigInt(await ask<Hex>("eth_estimateGas", creation)) > 200_000n);
  });

  it("fail as the specification says when the sender lacks the money", async () => {
    const request = { from: stranger.address, to: owner.address, value: "0x1" };
    const answer = await answerOf(context.urlOf(), "eth_estimateGas", [request]);
    assertError(answer, refusedTransaction, /^insufficient funds for transfer$/);
    const much = { ...request, from: poor.address, value: `0x${(20_000n * coin).toString(16)}` };
    const second = await answerOf(context.urlOf(), "eth_estimateGas", [much, "latest"]);
    assertError(second, refusedTransaction, /^insufficient funds for transfer$/);
  });
}
