import assert from "node:assert/strict";
import { test } from "node:test";
import { type CallRequest, concat, fromHex, toHex } from "@tandem/primitives";
import { addressOf, alice, bob, coinbase, openScene, word } from "../testing/scene.js";

const contract = addressOf(7);
const other = addressOf(8);

const listOf = async (code: string, request: Partial<CallRequest> = {}) => {
  const scene = openScene([
    { address: contract, balance: 0n, code: fromHex(code) },
    { address: other, balance: 0n, code: fromHex("0x60055400") }, // SLOAD(5)
  ]);
  const asked = { from: alice, to: contract, gas: 300_000n, ...request };
  const options = scene.asking(asked);
  const { accessList, ...rest } = await scene.executor.accessList(options);
  const plain = await scene.call(asked);
  const named = accessList.map(({ address, storageKeys }) => [
    toHex(address),
    storageKeys.map((key) => Number(BigInt(toHex(key)))),
  ]);
  return { named, ...rest, plain: plain.gasUsed };
};

/** Returns PUSH20 of an address. */
const push = (address: Uint8Array) => `73${toHex(address).slice(2)}`;
const call = (address: Uint8Array) => `5f5f5f5f5f${push(address)}5af150`;

test("slots of the callee and of others are named, and gas is what it is with the list", async () => {
  // SSTORE(1, 2), SLOAD(9), CALL other
  const found = await listOf(`0x600260015560095450${call(other)}00`);
  assert.deepEqual(found.named, [
    [toHex(contract), [1, 9]],
    [toHex(other), [5]],
  ]);
  // Two addresses at 2,400 and three slots at 1,900 are paid in advance. SSTORE then costs 2,100
  // less, each SLOAD 100 instead of 2,100, the call 100 instead of 2,600.
  const paid = 2n * 2_400n + 3n * 1_900n;
  assert.equal(found.gasUsed, found.plain + paid - 2_100n - 2n * 2_000n - 2_500n);
  assert.equal(found.error, undefined);
});

test("sender, callee, coinbase, precompiles and what is created are not named for nothing", async () => {
  const precompile = concat(new Uint8Array(19), Uint8Array.of(4));
  const balances = [alice, contract, coinbase, precompile, bob]
    .map((address) => `${push(address)}3150`)
    .join("");
  const found = await listOf(`0x${balances}5f5f5ff05000`);
  assert.deepEqual(found.named, [[toHex(bob), []]]);
});

test("a call that fails has a list all the same, and geth's word for the failure", async () => {
  const reverted = await listOf("0x600154505f5ffd");
  assert.deepEqual(
    [reverted.named, reverted.error],
    [[[toHex(contract), [1]]], "execution reverted"],
  );
  const created = await listOf("0x00", { to: undefined, data: fromHex("0x60015450fe") } as never);
  assert.equal(created.error, "invalid opcode: INVALID");
  assert.equal(created.named.length, 1);
});

test("a list that came with the call stays in it", async () => {
  const given = [{ address: bob, storageKeys: [word(3)] }];
  const found = await listOf("0x60015400", { accessList: given });
  assert.deepEqual(found.named, [
    [toHex(bob), [3]],
    [toHex(contract), [1]],
  ]);
});

test("it looks again when a cheaper slot leaves gas for another", async () => {
  // SLOAD(1), and if that cost less than 1,000 gas, SLOAD(2).
  const found = await listOf("0x5a600154505a90036103e810601357600254505b00");
  assert.deepEqual(found.named, [[toHex(contract), [1, 2]]]);
});
