/** Tests that `eth_estimateGas` returns enough gas for the estimated transaction. */
import assert from "node:assert/strict";
import { before, it } from "node:test";
import { Interface, type InterfaceAbi, toBeHex } from "ethers";
import { compileOne } from "../compile.js";
import { developmentAccount, send } from "../development.js";
import { call } from "../rpc.js";
import { type CaseContext, stranger } from "../scenes/sample-chain.js";
import type { Hex, WireReceipt } from "../wire.js";

const playground = compileOne("Playground.sol", "Playground");
const contract = new Interface(playground.abi as InterfaceAbi);
const account = developmentAccount(9);
const salt = toBeHex(7, 32);
/** An estimate above this multiple of the used gas wastes space in a block. */
const wasteMax = 2n;

const runs: readonly (readonly [name: string, args: readonly unknown[], value?: bigint])[] = [
  ["set", [1, 1]],
  ["setMany", [10, 20, 5]],
  ["setMany", [10, 20, 0]],
  ["flicker", [1, 9]],
  ["spin", [200]],
  ["forgive", [4]],
  ["pay", [stranger.address, 5], 5n],
  ["deploy", [3], 9n],
  ["deployAt", [salt, 3]],
  ["deployAndGo", [toBeHex(8, 32), 3, stranger.address], 4n],
  ["flash", [stranger.address], 4n],
  ["remember", [6]],
  ["world", [1]],
  ["inspect", [stranger.address]],
];

export function estimateEveryRun({ urlOf }: Pick<CaseContext, "urlOf">): void {
  let to: Hex = "0x";
  const mined = async (hash: Hex) => {
    await call(urlOf(), "evm_mine");
    return call<WireReceipt>(urlOf(), "eth_getTransactionReceipt", [hash]);
  };
  before(async () => {
    const creation = { gasLimit: 5_000_000, data: playground.bytecode };
    to = (await mined(await send(urlOf(), account, creation))).contractAddress as Hex;
  });

  for (const [name, args, value = 0n] of runs) {
    it(`is enough, and less than twice what is used, for ${name}`, async () => {
      const data = contract.encodeFunctionData(name, args);
      const request = { from: account.address, to, data, value: `0x${value.toString(16)}` };
      const gas = await call<Hex>(urlOf(), "eth_estimateGas", [request]);
      const hash = await send(urlOf(), account, { to, data, value, gasLimit: gas });
      const { status, gasUsed, logs } = await mined(hash);
      assert.equal(status, "0x1", `${BigInt(gas)} gas`);
      assert.ok(BigInt(gas) < wasteMax * BigInt(gasUsed), `${BigInt(gas)} for ${BigInt(gasUsed)}`);
      const called = contract.getEvent("Called")?.topicHash;
      const inner = logs.find(({ topics }) => topics[0] === called);
      if (name === "pay") assert.ok(inner && BigInt(inner.data.slice(0, 66)) === 1n, "it was paid");
    });
  }
}
