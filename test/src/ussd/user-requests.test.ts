/** Tests that the requests of users are valid on the chain: after a reorg, and if its clock is ahead of the relay's. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { parseEther } from "viem";
import { developmentAccount, plentyGasPrice, sign } from "../support/development.js";
import { eventually } from "../support/eventually.js";
import { call } from "../support/rpc.js";
import {
  type ExtendedWorld,
  phoneOf,
  pinOf,
  startExtendedWorld,
  userAddress,
} from "../support/ussd/ussd-extended.js";
import type { Hex } from "../support/wire.js";

/** More than an hour, after which a request expires. */
const aheadSeconds = 7200;

describe("a user's request", () => {
  let world: ExtendedWorld;
  before(async () => {
    world = await startExtendedWorld();
    await world.register(0);
    await world.register(1);
    await world.give([userAddress(0)], parseEther("5"));
  });
  after(() => world?.close());

  const pay = async (amount: string) => {
    const text = `2*${phoneOf(1)}*${amount}*${pinOf(0)}`;
    assert.match(await world.dial(0, `pays ${amount}`, text), /^END Transfer submitted/);
  };
  const outcomes = async (count: number) => {
    const of = (lines: readonly string[]) => lines.filter((line) => /confirmed|failed/.test(line));
    const lines = await eventually("outcomes", () => {
      const found = of(world.relay.lines());
      return found.length >= count && found;
    });
    return lines.map((line) => line.split(":")[0]);
  };

  it("comes after an earlier one that a reorg has returned to the pool", async () => {
    const { url } = world.node;
    await pay("0.5");
    assert.deepEqual(await outcomes(1), ["Transfer confirmed"]);
    await call(url, "evm_setAutomine", [false]);
    const branch = { depth: "0x1", length: "0x2", transactions: [[], []] };
    await call(url, "tandem_mineBranch", [branch]);
    assert.equal(await world.balanceOf(userAddress(1)), 0n);
    await pay("0.25");
    await call(url, "evm_mine");
    await call(url, "evm_setAutomine", [true]);
    assert.deepEqual(await outcomes(2), ["Transfer confirmed", "Transfer confirmed"]);
    assert.equal(await world.balanceOf(userAddress(1)), parseEther("0.75"));
  });

  it("counts as paid if another account submits it first, as anybody who sees it in the pool can", async () => {
    const { url } = world.node;
    const before = await world.balanceOf(userAddress(1));
    await call(url, "evm_setAutomine", [false]);
    await pay("0.375");
    const submitted = world.relay.lines().findLast((line) => line.includes("submitted")) ?? "";
    const hash = submitted.replace("Transfer submitted: ", "");
    const { input } = await call<{ readonly input: Hex }>(url, "eth_getTransactionByHash", [hash]);
    const stranger = developmentAccount(3);
    const fields = { to: world.forwarder, data: input, gasLimit: 400_000, nonce: 0 };
    const { raw } = sign(stranger, { ...fields, gasPrice: 2n * plentyGasPrice });
    await call(url, "eth_sendRawTransaction", [raw]);
    await call(url, "evm_mine");
    await call(url, "evm_setAutomine", [true]);
    assert.equal(await world.balanceOf(userAddress(1)), before + parseEther("0.375"));
    assert.deepEqual((await outcomes(3)).at(-1), "Transfer confirmed");
    assert.match(await world.dial(0, "news", ""), /^CON Your last transfer of 0\.375 COIN arrived/);
  });

  it("has not expired on a chain whose clock is hours ahead", async () => {
    await call(world.node.url, "evm_increaseTime", [aheadSeconds]);
    await call(world.node.url, "evm_mine");
    await pay("0.125");
    const [, , , fourth] = await outcomes(4);
    assert.equal(fourth, "Transfer confirmed");
  });
});
