/** Compares a call with authorizations (EIP-7702) with the same transaction in a block. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Address,
  type Authorization,
  concat,
  encodeItems,
  fromBigInt,
  fromHex,
  keccak256,
  privateKeyToAddress,
  restoreTraces,
  signHash,
  toBigInt,
  toHex,
} from "@tandem/primitives";
import fc from "fast-check";
import { addressOf, alice, aliceKey, chainId, openScene, sign } from "../testing/scene.js";

const carolKey = keccak256(new TextEncoder().encode("carol"));
const carol = privateKeyToAddress(carolKey);
const [returnsOne, returnsTwo, creates, plain] = [1, 2, 3, 4].map(addressOf) as [
  Address,
  Address,
  Address,
  Address,
];

const accounts = [
  { address: returnsOne, balance: 0n, code: fromHex("0x60015f5260205ff3") },
  { address: returnsTwo, balance: 0n, code: fromHex("0x60025f5260205ff3") },
  // CREATE of empty code; its address is returned.
  { address: creates, balance: 0n, code: fromHex("0x5f5f5ff05f5260205ff3") },
  // Returns the caller's balance, its own code size, and a slot that counts.
  { address: plain, balance: 0n, code: fromHex("0x60015f54015f55333b5f5260205ff3") },
];

/** An authorization: the key, the code, and the offset of the nonce from the signer's. */
interface Wish {
  readonly key: Uint8Array;
  readonly code: Address;
  readonly nonce: bigint;
  readonly chainId?: bigint;
}

function authorization({ key, code, nonce, chainId: id = BigInt(chainId) }: Wish): Authorization {
  const message = encodeItems([fromBigInt(id), code, fromBigInt(nonce)]);
  const { r, s, recoveryId: yParity } = signHash(keccak256(concat(Uint8Array.of(5), message)), key);
  return { chainId: id, address: code, nonce, yParity, r: toBigInt(r), s: toBigInt(s) };
}

const hex = (value: bigint) => `0x${value.toString(16)}` as const;

/** Returns the transaction of type 4 that corresponds to a request. */
const mined = (to: Address, list: readonly Authorization[], gasLimit: bigint) =>
  sign({
    type: 4,
    nonce: 0,
    to: toHex(to),
    gasLimit,
    maxFeePerGas: 60_000_000n,
    maxPriorityFeePerGas: 0n,
    authorizationList: list.map((one) => ({
      chainId: hex(one.chainId),
      address: toHex(one.address),
      nonce: hex(one.nonce),
      yParity: hex(BigInt(one.yParity)),
      r: hex(one.r),
      s: hex(one.s),
    })),
  });

/** Returns the result of a call, and the outcome of the same transaction. */
async function both(to: Address, wishes: readonly Wish[]) {
  const list = wishes.map(authorization);
  const scene = openScene(accounts);
  const request = { from: alice, to, authorizationList: list };
  const gas = 1_000_000n;
  const called = await scene.call({ ...request, gas });
  const estimated = await scene.estimate(request);
  const prestate = await scene.executor.traceCall({
    ...scene.asking({ ...request, gas }),
    tracer: { kind: "prestate", diffMode: false },
  });
  const { outcome, refusals } = await scene.block([mined(to, list, gas)]);
  assert.deepEqual(refusals, []);
  const result = restoreTraces(outcome.storedTraces)[0]?.[0]?.result;
  const isEnough = async (gasLimit: bigint) => {
    const again = await openScene(accounts).block([mined(to, list, gasLimit)]);
    return again.outcome.receipts[0]?.isSuccess === true;
  };
  return { called, estimated, prestate, receipt: outcome.receipts[0], result, isEnough };
}

async function assertSame(to: Address, wishes: readonly Wish[]) {
  const { called, estimated, receipt, result, isEnough } = await both(to, wishes);
  assert.equal(called.gasUsed, receipt?.gasUsed);
  const output = result !== undefined && "output" in result ? result.output : undefined;
  assert.equal(toHex(called.output), output && toHex(output));
  assert.equal(await isEnough(estimated), true, "the estimate is enough");
  assert.equal(await isEnough(estimated - 1n), false, "and no unit too much");
  return called.output;
}

const own = (code: Address, nonce: bigint): Wish => ({ key: aliceKey, code, nonce });

test("of two authorizations by the sender itself the second one holds", async () => {
  const output = await assertSame(alice, [own(returnsOne, 1n), own(returnsTwo, 2n)]);
  assert.equal(toBigInt(output), 2n);
});

test("the sender's own authorization takes the nonce after the transaction's", async () => {
  assert.equal(toBigInt(await assertSame(alice, [own(returnsOne, 1n)])), 1n);
  for (const wrong of [0n, 2n]) {
    assert.equal((await assertSame(alice, [own(returnsOne, wrong)])).length, 0);
  }
});

test("a contract created by the sender's delegate has the address it is mined at", async () => {
  await assertSame(alice, [own(creates, 1n)]);
  await assertSame(alice, [own(returnsOne, 1n), own(creates, 2n)]);
});

test("the prestate of a call shows the sender and the authorities as they were before", async () => {
  const { prestate } = await both(plain, [
    own(creates, 1n),
    { key: carolKey, code: plain, nonce: 0n },
  ]);
  assert.equal(prestate.kind, "prestate");
  const before = new Map(prestate.prestate.pre.map(([address, at]) => [toHex(address), at]));
  assert.equal(before.get(toHex(alice))?.nonce, undefined);
  assert.equal(before.get(toHex(alice))?.code, undefined);
  assert.equal(before.get(toHex(carol))?.code, undefined);
});

const wish: fc.Arbitrary<Wish> = fc.record({
  key: fc.constantFrom(aliceKey, aliceKey, carolKey),
  code: fc.constantFrom(returnsOne, returnsTwo, creates, plain, new Uint8Array(20)),
  nonce: fc.constantFrom(0n, 1n, 1n, 2n, 3n),
  chainId: fc.constantFrom(0n, BigInt(chainId), BigInt(chainId), 1n),
});

test("any list of authorizations comes to the same in a call, an estimate and a block", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(alice, carol, plain),
      fc.array(wish, { minLength: 1, maxLength: 5 }),
      async (to, wishes) => {
        await assertSame(to, wishes);
      },
    ),
    { numRuns: 25, seed: 7702 },
  );
});
