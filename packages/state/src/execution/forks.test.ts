/** The rules and gas costs of each EVM fork, from the texts of the EIPs. */
import assert from "node:assert/strict";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { test } from "node:test";
import {
  concat,
  type EvmFork,
  evmForks,
  type ForkHeights,
  fromHex,
  testSpec,
  toHex,
} from "@tandem/primitives";
import { addressOf, openScene } from "../testing/scene.js";

const contract = addressOf(0xcc);

/** Returns every EVM fork up to one, from genesis on. */
function forksUpTo(fork: EvmFork): ForkHeights {
  const later = evmForks.slice(evmForks.indexOf(fork) + 1);
  const kept = Object.entries(testSpec.forks).filter(([name]) => !later.includes(name as EvmFork));
  return Object.fromEntries(kept);
}

const sceneOf = (fork: EvmFork, code = "0x") =>
  openScene([{ address: contract, balance: 0n, code: fromHex(code) }], {
    forks: forksUpTo(fork),
  });

/** Returns the gas of executing this code, without intrinsic gas. */
async function gasOf(fork: EvmFork, code: string) {
  const { gasUsed, failure } = await sceneOf(fork, code).call({ to: contract });
  return { gas: gasUsed - 21_000n, failure };
}

for (const fork of evmForks) {
  test(`DIFFICULTY costs 2 gas and gives the difficulty in ${fork}`, async () => {
    assert.deepEqual(await gasOf(fork, "0x44"), { gas: 2n, failure: undefined });
    // DIFFICULTY, PUSH1 0, MSTORE, PUSH1 32, PUSH1 0, RETURN
    const { output } = await sceneOf(fork, "0x4460005260206000f3").call({ to: contract });
    assert.equal(BigInt(toHex(output)), 7n);
  });
}

/** Table of EIP-7939's test cases: operand and number of leading zeros. */
const leadingZeros = [
  ["00".repeat(32), 256n],
  [`80${"00".repeat(31)}`, 0n],
  ["ff".repeat(32), 0n],
  [`40${"00".repeat(31)}`, 1n],
  [`7f${"ff".repeat(31)}`, 1n],
  [`${"00".repeat(31)}01`, 255n],
] as const;

test("CLZ counts leading zeros for 5 gas from Osaka on (EIP-7939)", async () => {
  for (const [operand, zeros] of leadingZeros) {
    const code = `0x7f${operand}1e60005260206000f3`;
    const { output, gasUsed } = await sceneOf("osaka", code).call({ to: contract });
    assert.equal(BigInt(toHex(output)), zeros, operand);
    // PUSH32, CLZ, PUSH1, MSTORE with a word of memory, PUSH1, PUSH1.
    assert.equal(gasUsed - 21_000n, 3n + 5n + 3n + 6n + 3n + 3n);
  }
});

test("CLZ is an invalid instruction before Osaka, and needs an operand", async () => {
  const before = await gasOf("prague", "0x5f1e");
  assert.match(JSON.stringify(before.failure), /invalid opcode: CLZ/);
  const empty = await gasOf("osaka", "0x1e");
  assert.match(JSON.stringify(empty.failure), /stack underflow/);
});

const precompile = (last: number) =>
  Uint8Array.from({ length: 20 }, (_, i) => (i === 18 ? last >> 8 : i === 19 ? last & 0xff : 0));
const word = (value: number) => fromHex(`0x${value.toString(16).padStart(64, "0")}`);

/** Calls a precompile from a contract, which returns its remaining gas. */
async function callPrecompile(fork: EvmFork, last: number, data: Uint8Array) {
  // CALLDATACOPY of everything; GAS, STATICCALL, GAS; gas and success are returned.
  const target = last.toString(16).padStart(4, "0");
  const call = `365f5f375a5f5f365f61${target}5afa5a`;
  const scene = sceneOf(fork, `0x${call}9190602052035f5260405ff3`);
  const { output } = await scene.call({ to: contract, data, gas: 20_000_000n });
  const numberAt = (at: number) => BigInt(toHex(output.subarray(at, at + 32)));
  return { gas: numberAt(0), isSuccess: numberAt(32) === 1n };
}

function signedP256() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const message = new TextEncoder().encode("a message");
  const hash = new Uint8Array(createHash("sha256").update(message).digest());
  const signature = sign("sha256", message, { key: privateKey, dsaEncoding: "ieee-p1363" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const point = Buffer.concat([Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
  return { hash, signature: new Uint8Array(signature), point: new Uint8Array(point) };
}

test("a signature on secp256r1 is verified at 0x100 for 6,900 gas (EIP-7951)", async () => {
  const { hash, signature, point } = signedP256();
  const input = concat(hash, signature, point);
  const verify = async (fork: EvmFork, data: Uint8Array) => {
    const { output, failure } = await sceneOf(fork).call({ to: precompile(0x100), data });
    return [toHex(output), failure];
  };
  assert.deepEqual(await verify("osaka", input), [toHex(word(1)), undefined]);
  const forged = input.slice();
  forged[0] = (forged[0] as number) ^ 1;
  for (const wrong of [forged, input.subarray(0, 159), concat(input, new Uint8Array(1))]) {
    assert.deepEqual(await verify("osaka", wrong), ["0x", undefined]);
  }
  assert.deepEqual(await verify("prague", input), ["0x", undefined]);
  const [before, after] = [
    await callPrecompile("prague", 0x100, input),
    await callPrecompile("osaka", 0x100, input),
  ];
  // Before the fork, 0x100 is an ordinary, cold account (EIP-2929).
  assert.equal(after.gas - before.gas, 6_900n - 2_500n);
});

const modExp = (base: number, exponent: Uint8Array, modulus: number) =>
  concat(
    word(base),
    word(exponent.length),
    word(modulus),
    new Uint8Array(base).fill(3),
    exponent,
    new Uint8Array(modulus).fill(5),
  );

test("ModExp takes at most 1,024 bytes of each from Osaka on (EIP-7823)", async () => {
  const one = Uint8Array.of(1);
  assert.equal((await callPrecompile("osaka", 5, modExp(1024, one, 1024))).isSuccess, true);
  for (const given of [
    modExp(1025, one, 1),
    modExp(1, new Uint8Array(1025).fill(1), 1),
    modExp(1, one, 1025),
  ]) {
    assert.equal((await callPrecompile("osaka", 5, given)).isSuccess, false);
    assert.equal((await callPrecompile("prague", 5, given)).isSuccess, true);
  }
});

/** Computes EIP-2565's and EIP-7883's formulas, from the texts of the EIPs. */
function modExpGas(base: number, exponent: Uint8Array, modulus: number, isOsaka: boolean) {
  const max = Math.max(base, modulus);
  const words = BigInt(Math.ceil(max / 8));
  const complexity = isOsaka ? (max > 32 ? 2n * words ** 2n : 16n) : words ** 2n;
  const head = BigInt(toHex(exponent.subarray(0, 32)));
  const bits = head === 0n ? 0n : BigInt(head.toString(2).length - 1);
  const long = BigInt(Math.max(0, exponent.length - 32)) * (isOsaka ? 16n : 8n);
  const iterations = long + bits > 0n ? long + bits : 1n;
  const [divisor, least] = isOsaka ? [1n, 500n] : [3n, 200n];
  const gas = (complexity * iterations) / divisor;
  return gas > least ? gas : least;
}

test("ModExp has the prices of EIP-7883 from Osaka on and of EIP-2565 before", async () => {
  const cases = [
    [1, Uint8Array.of(3), 1],
    [32, new Uint8Array(32).fill(0xff), 32],
    [33, Uint8Array.of(0x80), 8],
    [64, new Uint8Array(33).fill(1), 64],
    [256, Uint8Array.of(1, 0, 1), 256],
    [1024, new Uint8Array(33).fill(7), 1024],
  ] as const;
  for (const [base, exponent, modulus] of cases) {
    const data = modExp(base, exponent, modulus);
    const [before, after] = await Promise.all([
      callPrecompile("prague", 5, data),
      callPrecompile("osaka", 5, data),
    ]);
    const wanted =
      modExpGas(base, exponent, modulus, true) - modExpGas(base, exponent, modulus, false);
    assert.deepEqual([before.isSuccess, after.isSuccess], [true, true]);
    assert.equal(after.gas - before.gas, wanted, `${base}, ${exponent}, ${modulus}`);
  }
});
