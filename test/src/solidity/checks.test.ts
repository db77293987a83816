/** Tests that failures of the checks that the compiler adds, which have no data, are named. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { encodeFunctionData, parseAbi } from "viem";
import { call } from "../support/rpc.js";
import type { Hex } from "../support/wire.js";
import { startVaults, type Vaults } from "./vaults.js";

const strangers = parseAbi(["function strange()", "function add(uint256[] storage,uint256)"]);
const flags = ["--errors", "hardhat", "--unlocked", "--threads", "1"];
const nobody: Hex = "0x00000000000000000000000000000000000000ff";

/** A call that fails, in Hardhat's words. */
interface Case {
  readonly what: string;
  readonly to: "vault" | "owner" | "answers" | "shares";
  readonly data: (inputOf: Vaults["inputOf"]) => Hex;
  readonly value?: bigint;
  readonly says: string;
}

const cases: readonly Case[] = [
  {
    what: "an unknown function",
    to: "vault",
    data: () => encodeFunctionData({ abi: strangers, functionName: "strange" }),
    says: "function selector was not recognized and there's no fallback function",
  },
  {
    what: "a plain transfer without receive",
    to: "vault",
    data: () => "0x",
    value: 1n,
    says: "function selector was not recognized and there's no fallback nor receive function",
  },
  {
    what: "coins for a function that is not payable",
    to: "owner",
    data: (inputOf) => inputOf("Owner", "unpaid"),
    value: 7n,
    says: "non-payable function was called with value 7",
  },
  {
    what: "a call of another contract whose check fails",
    to: "owner",
    data: (inputOf) => inputOf("Owner", "overpay"),
    value: 0n,
    says: "function selector was not recognized and there's no fallback nor receive function",
  },
  {
    what: "coins for a fallback that is not payable",
    to: "answers",
    data: () => "0x12345678",
    value: 5n,
    says: "fallback function is not payable and was called with value 5",
  },
  {
    what: "coins for a fallback in the place of receive",
    to: "answers",
    data: () => "0x",
    value: 5n,
    says: "there's no receive function, fallback function is not payable and was called with value 5",
  },
  {
    what: "an input without the parameters",
    to: "vault",
    data: (inputOf) => inputOf("Vault", "limit", 1).slice(0, 70) as Hex,
    says: "function was called with incorrect parameters",
  },
  {
    what: "a library",
    to: "shares",
    data: () => `${encodeFunctionData({ abi: strangers, functionName: "strange" })}`,
    says: "library was called directly",
  },
  {
    what: "an account without code",
    to: "owner",
    data: (inputOf) => inputOf("Owner", "nothing", nobody),
    says: "function call to a non-contract account",
  },
  {
    what: "a result that an account without code does not return",
    to: "owner",
    data: (inputOf) => inputOf("Owner", "limitOf", nobody),
    says: "function returned an unexpected amount of data",
  },
];

for (const viaIR of [false, true]) {
  describe(`the compiler's checks ${viaIR ? "by way of Yul" : "with the optimizer"}`, () => {
    let vaults: Vaults;
    let addresses: Readonly<Record<Case["to"], Hex>>;
    before(async () => {
      vaults = await startVaults({ isOptimized: !viaIR, viaIR }, flags);
      const { url, vault, owner, library: shares, deploy } = vaults;
      await call(url, "hardhat_setBalance", [owner, "0xde0b6b3a7640000"]);
      addresses = { vault, owner, shares, answers: await deploy("Answers") };
    });
    after(() => vaults.stop());

    for (const { what, to, data, value = 0n, says } of cases) {
      it(`name ${what}`, async () => {
        const [from] = await call<Hex[]>(vaults.url, "eth_accounts", []);
        const request = {
          from,
          to: addresses[to],
          data: data(vaults.inputOf),
          value: `0x${value.toString(16)}`,
        };
        await assert.rejects(call(vaults.url, "eth_call", [request, "latest"]), (error: Error) => {
          assert.equal(error.message.split("Error: ")[1], `Transaction reverted: ${says}`);
          return true;
        });
      });
    }
  });
}
