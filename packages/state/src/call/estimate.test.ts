import assert from "node:assert/strict";
import { test } from "node:test";
import { type CallRequest, concat, Fault, fromHex, toHex } from "@tandem/primitives";
import {
  addressOf,
  alice,
  bob,
  deploying,
  envOf,
  ether,
  minimumGasPrice,
  openScene,
  sign,
  word,
} from "../testing/scene.js";

const contract = addressOf(7);
const inner = addressOf(8);

/** CALL(gas, inner, 0, 0, 0, 0, 0), and a revert if it failed. */
const callInner = (gas: string) =>
  fromHex(`0x5f5f5f5f5f73${toHex(inner).slice(2)}${gas}f1602a575f5ffd`);

const codes = {
  /** Clears slot 1, which is set: the refund is paid after the gas was needed. */
  clearing: fromHex("0x5f60015500"),
  storing: fromHex("0x600160025500"),
};

const nested = (gas: string) => {
  const head = callInner(gas);
  return concat(head, new Uint8Array(0x2a - head.length), fromHex("0x5b00"));
};

function sceneWith(code: Uint8Array, innerCode = codes.storing) {
  return openScene([
    { address: contract, balance: 0n, code, storage: [[word(1), word(5)]] },
    { address: inner, balance: 0n, code: innerCode, storage: [[word(1), word(5)]] },
  ]);
}

const messageOf = async (promise: Promise<unknown>): Promise<string> => {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Fault) return error.message;
    throw error;
  }
  return "no fault";
};

test("a transfer takes 21000", async () => {
  assert.equal(await openScene().estimate({ from: alice, to: bob, value: 1n }), 21_000n);
});

test("an estimate whose sender is lent money has enough for the value and for the gas", async () => {
  const scene = openScene();
  const request = { from: bob, to: contract, value: 5n, maxFeePerGas: 4n * minimumGasPrice };
  assert.match(await messageOf(scene.estimate(request)), /^insufficient funds for transfer/);
  assert.equal(await scene.estimate(request, { fundsSender: true }), 21_000n);
});

test("an estimate with a margin is above what a transaction owes before it runs, and exact otherwise", async () => {
  const scene = sceneWith(codes.storing);
  const estimates = async (request: CallRequest) =>
    Promise.all([scene.estimate(request), scene.estimate(request, { estimateMargin: 1n })]);
  assert.deepEqual(await estimates({ from: alice, to: bob }), [21_000n, 21_001n]);
  const [exact, withMargin] = await estimates({ to: contract });
  assert.ok(exact !== undefined && exact > 21_001n);
  assert.equal(withMargin, exact);
});

test("the estimate is exact: as a transaction it succeeds with it, and fails with one less", async () => {
  const requests: readonly (readonly [string, Uint8Array, CallRequest])[] = [
    ["a refund", codes.clearing, { to: contract }],
    ["a store", codes.storing, { to: contract }],
    ["a call that keeps a 64th", nested("5a"), { to: contract }],
    ["a call with gas of its own", nested("620186a0"), { to: contract }],
    ["much data", codes.storing, { to: contract, data: new Uint8Array(5_000).fill(1) }],
    ["a creation", codes.storing, { data: deploying(codes.storing) }],
    [
      "an access list",
      codes.storing,
      { to: contract, accessList: [{ address: contract, storageKeys: [word(2)] }] },
    ],
  ];
  for (const [what, code, request] of requests) {
    const estimate = await sceneWith(code).estimate({ from: alice, ...request });
    const run = async (gasLimit: bigint) => {
      const transaction = sign({
        type: 1,
        nonce: 0,
        gasLimit,
        ...(request.to === undefined ? {} : { to: toHex(request.to) }),
        data: request.data ?? new Uint8Array(0),
        accessList: (request.accessList ?? []).map(({ address, storageKeys }) => ({
          address: toHex(address),
          storageKeys: storageKeys.map(toHex),
        })),
      });
      const { outcome } = await sceneWith(code).block([transaction]);
      return outcome.receipts[0]?.isSuccess ?? false;
    };
    assert.equal(await run(estimate), true, `${what}: ${estimate} is enough`);
    assert.equal(await run(estimate - 1n), false, `${what}: ${estimate} is the least`);
  }
});

test("what reverts is a fault with its data", async () => {
  const scene = sceneWith(fromHex("0x60aa5f5260205ffd"));
  await assert.rejects(scene.estimate({ to: contract }), (error) => {
    assert.ok(error instanceof Fault && error.data.code === "reverted");
    assert.deepEqual(error.data.data, word(0xaa));
    return true;
  });
});

test("what fails is said in geth's words", async () => {
  const failing = (code: string, request: CallRequest = {}) =>
    messageOf(sceneWith(fromHex(code)).estimate({ from: alice, to: contract, ...request }));
  assert.equal(await failing("0xfe"), "invalid opcode: INVALID");
  assert.equal(await failing("0x50"), "stack underflow");
  // RETURNDATACOPY(0, 0, 255) without return data (EIP-211).
  assert.equal(await failing("0x60ff5f5f3e"), "return data out of bounds");
  const endless = await failing("0x5b5f56", { gas: 300_000n });
  assert.equal(endless, "gas required exceeds allowance (300000)");
  const poor = await failing("0x00", { from: bob, value: 1n });
  assert.equal(poor, "insufficient funds for transfer");
});

test("who names a price can spend no more gas than it can pay for", async () => {
  const scene = sceneWith(codes.storing);
  const gasPrice = ether / 1_000n;
  const paying = { from: alice, to: contract, gasPrice };
  const rest = { value: 100n * ether - 30_000n * gasPrice };
  assert.equal(
    await messageOf(scene.estimate({ ...paying, ...rest })),
    "gas required exceeds allowance (30000)",
  );
  assert.ok((await scene.estimate(paying)) > 21_000n);
  const broke = scene.estimate({ from: bob, to: contract, gasPrice: minimumGasPrice });
  assert.equal(await messageOf(broke), "gas required exceeds allowance (0)");
});

test("no more gas is tried than the block has", async () => {
  const scene = sceneWith(fromHex("0x5b5f56"));
  const env = envOf(1, { gasLimit: 123_456n });
  const words = await messageOf(scene.estimate({ to: contract }, { env }));
  assert.equal(words, "gas required exceeds allowance (123456)");
});

test("an estimate leaves the next one as it was", async () => {
  const scene = sceneWith(codes.clearing);
  const first = await scene.estimate({ to: contract });
  assert.equal(await scene.estimate({ to: contract }), first);
  assert.deepEqual(scene.reader().storageAt(contract, word(1)), word(5));
});

test("the estimate is enough for calls whose failure the contract ignores", async () => {
  // CALL with all gas, whose result is ignored.
  const ignoring = fromHex(`0x5f5f5f5f5f73${toHex(inner).slice(2)}5af100`);
  const gas = await sceneWith(ignoring).estimate({ from: alice, to: contract });
  const storedWith = async (gasLimit: bigint) => {
    const scene = sceneWith(ignoring);
    const { outcome } = await scene.block([sign({ nonce: 0, to: toHex(contract), gasLimit })]);
    assert.equal(outcome.receipts[0]?.isSuccess, true);
    return scene.reader().storageAt(inner, word(2));
  };
  assert.deepEqual(await storedWith(gas), word(1));
  assert.notDeepEqual(await storedWith(gas - 1n), word(1), "one unit less is too little inside");
});

test("what runs out of gas with any gas does not raise the estimate", async () => {
  const ignoring = fromHex(`0x5f5f5f5f5f73${toHex(inner).slice(2)}610400f100`);
  const endless = fromHex("0x5b5f56");
  const estimate = (code: Uint8Array) =>
    sceneWith(ignoring, code).estimate({ from: alice, to: contract });
  assert.ok((await estimate(endless)) < 30_000n);
});
