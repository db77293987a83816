import assert from "node:assert/strict";
import { test } from "node:test";
import { createBlock } from "@ethereumjs/block";
import { MerkleStateManager } from "@ethereumjs/statemanager";
import { TransactionType } from "@ethereumjs/tx";
import { Account, Address as VmAddress } from "@ethereumjs/util";
import { createVM, runTx } from "@ethereumjs/vm";
import {
  concat,
  creationAddress,
  evmCommon,
  fromHex,
  keccak256,
  type SignedTransaction,
  toBigInt,
  toHex,
} from "@tandem/primitives";
import {
  addressOf,
  alice,
  ancestorHash,
  bob,
  chainId,
  coinbase,
  deploying,
  envOf,
  ether,
  minimumGasPrice,
  openScene,
  sign,
  word,
} from "../testing/scene.js";

/**
 * Computes the state root after the same transactions in a stock VM, with the base fee credited by
 * hand.
 */
async function stockRoot(transactions: readonly SignedTransaction[], code?: Uint8Array) {
  const common = evmCommon(chainId, "osaka");
  const stateManager = new MerkleStateManager({ common });
  await stateManager.putAccount(new VmAddress(alice), new Account(0n, 100n * ether));
  if (code !== undefined) {
    await stateManager.putAccount(new VmAddress(addressOf(7)), new Account(1n, 0n));
    await stateManager.putCode(new VmAddress(addressOf(7)), code);
  }
  const vm = await createVM({ common, stateManager });
  const env = envOf(1);
  const header = {
    number: env.number,
    timestamp: env.timestamp,
    coinbase: new VmAddress(env.coinbase),
    difficulty: env.difficulty,
    gasLimit: env.gasLimit,
    baseFeePerGas: env.minimumGasPrice,
  };
  const block = createBlock({ header }, { common, skipConsensusFormatValidation: true });
  for (const { fields } of transactions) {
    const { totalGasSpent } = await runTx(vm, { tx: fields, block });
    const miner = (await stateManager.getAccount(new VmAddress(coinbase))) ?? new Account();
    miner.balance += totalGasSpent * env.minimumGasPrice;
    await stateManager.putAccount(new VmAddress(coinbase), miner);
  }
  return toHex(await stateManager.getStateRoot());
}

test("a transfer moves value, pays the coinbase in full and gives stock's state root", async () => {
  const scene = openScene();
  const transfer = sign({ nonce: 0, to: toHex(bob), value: 5n, gasPrice: 2n * minimumGasPrice });
  const { outcome, refusals } = await scene.block([transfer]);
  assert.deepEqual(refusals, []);
  const fee = 21_000n * 2n * minimumGasPrice;
  const [receipt] = outcome.receipts;
  assert.equal(receipt?.isSuccess, true);
  assert.equal(receipt?.gasUsed, 21_000n);
  assert.equal(receipt?.effectiveGasPrice, 2n * minimumGasPrice);
  assert.equal(outcome.paidFees, fee);
  const reader = scene.reader();
  assert.equal(reader.balanceOf(bob), 5n);
  assert.equal(reader.balanceOf(coinbase), fee);
  assert.equal(reader.balanceOf(alice), 100n * ether - 5n - fee);
  assert.equal(reader.nonceOf(alice), 1n);
  assert.equal(toHex(outcome.stateRoot), await stockRoot([transfer]));
});

/** Stores the value it receives in slot 1 if it is not zero; deploys `CALLER SELFDESTRUCT`. */
const childInit = fromHex("0x3415600957346001555b6133ff5f526002601ef3");

/** Creates the child by CREATE2 with salt 0; with data, calls it afterwards, which destroys it. */
const factory = concat(
  fromHex("0x6014601b5f39"), // copy the init code to memory
  fromHex("0x5f60145f34f5"), // CREATE2(call value, 0, 20, salt 0)
  fromHex("0x3615601957"), // jump to the end if there is no data
  fromHex("0x5f5f5f5f5f855af1"), // CALL(all gas, child)
  fromHex("0x5b00"),
  childInit,
);

test("a contract that went can be created again in the same block, without its old storage", async () => {
  const scene = openScene([{ address: addressOf(7), balance: 0n, nonce: 1n, code: factory }]);
  const call = (nonce: number, value: bigint, data: `0x${string}`) =>
    sign({ nonce, to: toHex(addressOf(7)), value, data, gasLimit: 300_000n });
  const transactions = [call(0, 9n, "0x01"), call(1, 0n, "0x")];
  const { outcome, refusals } = await scene.block(transactions);
  assert.deepEqual(refusals, []);
  assert.deepEqual(
    outcome.receipts.map((receipt) => receipt.isSuccess),
    [true, true],
  );
  assert.equal(toHex(outcome.stateRoot), await stockRoot(transactions, factory));
  const child = concat(Uint8Array.of(0xff), addressOf(7), word(0), keccak256(childInit));
  const reader = scene.reader();
  assert.equal(reader.codeOf(keccak256(child).slice(12)).length, 2);
  assert.deepEqual(reader.storageAt(keccak256(child).slice(12), word(1)), word(0));
});

test("refused transactions are refused in geth's words and leave no trace", async () => {
  const contract = { address: addressOf(7), balance: 0n, code: Uint8Array.of(0) };
  const cases: readonly (readonly [SignedTransaction, string])[] = [
    [sign({ nonce: 3, to: toHex(bob) }), "nonce too high: next nonce 0, tx nonce 3"],
    [
      sign({ nonce: 0, to: toHex(bob), value: 200n * ether }),
      "insufficient funds for gas * price + value: ",
    ],
    [sign({ nonce: 0, to: toHex(bob), gasLimit: 20_999n }), "intrinsic gas too low: "],
    [
      sign({ nonce: 0, to: toHex(bob), gasLimit: 30_000n, data: `0x${"ff".repeat(500)}` }),
      "insufficient gas for floor data gas cost: have 30000, want 41000",
    ],
    [
      sign({ nonce: 0, to: toHex(bob), gasPrice: minimumGasPrice - 1n }),
      "max fee per gas less than block base fee: ",
    ],
    [sign({ nonce: 0, to: toHex(bob), gasLimit: 10_000_001n }), "gas limit reached"],
  ];
  for (const [transaction, words] of cases) {
    const scene = openScene([contract]);
    const before = scene.root();
    const { outcome, refusals } = await scene.block([transaction]);
    assert.equal(outcome.transactions.length, 0);
    assert.ok(refusals[0]?.startsWith(words), `${refusals[0]} does not begin with ${words}`);
    assert.equal(toHex(outcome.stateRoot), toHex(before));
  }
});

test("a nonce used before is too low, and an account with code of its own sends nothing", async () => {
  const scene = openScene();
  const first = sign({ nonce: 0, to: toHex(bob) });
  const { refusals } = await scene.block([first, first]);
  assert.deepEqual(refusals, ["nonce too low: next nonce 1, tx nonce 0"]);
  const owned = openScene([{ address: alice, balance: ether, code: Uint8Array.of(0) }]);
  const [words] = (await owned.block([first])).refusals;
  assert.ok(words?.startsWith(`sender not an eoa: address ${toHex(alice)}`));
});

test("the block's gas is shared out and a transaction that no longer fits waits", async () => {
  const scene = openScene();
  const transfers = [0, 1, 2].map((nonce) => sign({ nonce, to: toHex(bob), gasLimit: 21_000n }));
  const { outcome, refusals } = await scene.block(transfers, envOf(1, { gasLimit: 50_000n }));
  assert.deepEqual(refusals, ["gas limit reached"]);
  assert.equal(outcome.gasUsed, 42_000n);
  assert.deepEqual(
    outcome.receipts.map((receipt) => receipt.cumulativeGasUsed),
    [21_000n, 42_000n],
  );
});

test("a transaction over the chain's cap of gas is refused (EIP-7825)", async () => {
  const scene = openScene([], { transactionGasLimitCap: 50_000n });
  const [below, above] = [50_000n, 50_001n].map((gasLimit, nonce) =>
    sign({ nonce, to: toHex(bob), gasLimit }),
  ) as [SignedTransaction, SignedTransaction];
  const { outcome, refusals } = await scene.block([below, above]);
  assert.deepEqual(refusals, ["transaction gas limit too high (cap: 50000, tx: 50001)"]);
  assert.deepEqual(outcome.transactions, [below]);
});

test("no transaction is applied while another one is, or after the block is finished", async () => {
  const scene = openScene();
  const [first, second] = [0, 1].map((nonce) => sign({ nonce, to: toHex(bob) })) as [
    SignedTransaction,
    SignedTransaction,
  ];
  const start = { parentRoot: scene.root(), env: envOf(1), ancestorHash };
  const execution = await scene.executor.begin(start);
  const applying = execution.apply(first);
  await assert.rejects(execution.apply(second));
  assert.equal(await applying, undefined);
  await execution.finish();
  await assert.rejects(execution.apply(second));
});

test("a creation's receipt has its address, also when it failed", async () => {
  const scene = openScene();
  const good = sign({ nonce: 0, data: toHex(deploying(Uint8Array.of(0x00))) });
  const bad = sign({ nonce: 1, data: "0xfe" });
  const { outcome } = await scene.block([good, bad]);
  assert.deepEqual(
    outcome.receipts.map(({ isSuccess, contractAddress }) => [isSuccess, contractAddress]),
    [
      [true, creationAddress(alice, 0n)],
      [false, creationAddress(alice, 1n)],
    ],
  );
  assert.deepEqual(scene.reader().codeOf(creationAddress(alice, 0n)), Uint8Array.of(0x00));
  assert.equal(outcome.code.length, 1);
});

test("BLOCKHASH knows the 256 ancestors and nothing else", async () => {
  // Stores the hash of the block whose number is the call data.
  const code = fromHex("0x5f35405f5500");
  for (const [asked, expected] of [
    [299, ancestorHash(299)],
    [44, ancestorHash(44)],
    [43, word(0)],
    [300, word(0)],
  ] as const) {
    const scene = openScene([{ address: addressOf(7), balance: 0n, code }]);
    const call = sign({ nonce: 0, to: toHex(addressOf(7)), data: toHex(word(asked)) });
    await scene.block([call], envOf(300));
    assert.deepEqual(scene.reader().storageAt(addressOf(7), word(0)), expected);
  }
});

test("the block's environment is what its header says", async () => {
  const instructions = [0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x48, 0x3a];
  const code = Uint8Array.from(instructions.flatMap((op, slot) => [op, 0x60, slot, 0x55]));
  const scene = openScene([{ address: addressOf(7), balance: 0n, code }]);
  const gasPrice = 3n * minimumGasPrice;
  await scene.block([sign({ nonce: 0, to: toHex(addressOf(7)), gasPrice, gasLimit: 300_000n })]);
  const reader = scene.reader();
  const found = instructions.map((_, slot) => toBigInt(reader.storageAt(addressOf(7), word(slot))));
  const { timestamp, gasLimit, difficulty } = envOf(1);
  const chain = BigInt(chainId);
  assert.deepEqual(found, [
    ...[toBigInt(coinbase), BigInt(timestamp), 1n, difficulty],
    ...[gasLimit, chain, minimumGasPrice, gasPrice],
  ]);
});

test("each height has its fork's rules: PUSH0 works from Shanghai on", async () => {
  const forks = { london: 0, shanghai: 5 };
  const transaction = sign(
    { nonce: 0, data: "0x5f5f5500", gasLimit: 100_000n },
    { fork: "london" },
  );
  for (const [number, isSuccess] of [
    [4, false],
    [5, true],
  ] as const) {
    const { outcome } = await openScene([], { forks }).block([transaction], envOf(number));
    assert.equal(outcome.receipts[0]?.isSuccess, isSuccess);
  }
});

test("a coinbase that is paid nothing gets no empty account (EIP-161)", async () => {
  const scene = openScene();
  const free = sign({ nonce: 0, to: toHex(bob), value: 5n, gasPrice: 0n });
  const { outcome } = await scene.block([free], envOf(1, { minimumGasPrice: 0n }));
  assert.equal(outcome.receipts[0]?.isSuccess, true);
  const addresses = [...scene.executor.accounts(outcome.stateRoot)].map(([hash]) => toHex(hash));
  const expected = [alice, bob].map((address) => toHex(keccak256(address)));
  assert.deepEqual(addresses.sort(), expected.sort());
});

test("fees leave the highest balance as it is", async () => {
  const balance = 2n ** 256n - 1n;
  const scene = openScene([{ address: coinbase, balance }]);
  const transfer = sign({ nonce: 0, to: toHex(bob), value: 5n, gasPrice: 2n * minimumGasPrice });
  const { outcome } = await scene.block([transfer]);
  assert.equal(outcome.receipts[0]?.isSuccess, true);
  assert.equal(scene.reader().balanceOf(coinbase), balance);
});

test("a delegation is refused by name before its fork", async () => {
  const scene = openScene([], { forks: { london: 0 } });
  const delegation = sign({
    type: TransactionType.EOACodeEIP7702,
    nonce: 0,
    to: toHex(bob),
    maxFeePerGas: minimumGasPrice,
    maxPriorityFeePerGas: 0n,
    authorizationList: [
      { chainId: "0x1f", address: toHex(bob), nonce: "0x1", yParity: "0x0", r: "0x1", s: "0x1" },
    ],
  });
  const { refusals, outcome } = await scene.block([delegation]);
  assert.equal(refusals.length, 1);
  assert.equal(outcome.receipts.length, 0);
});

test("calls while a block is executed do not change its root", async () => {
  const code = fromHex("0x5f355f5500");
  const accounts = [{ address: addressOf(7), balance: 0n, code }];
  const transactions = [0, 1, 2, 3].map((nonce) =>
    sign({ nonce, to: toHex(addressOf(7)), data: toHex(word(nonce + 1)) }),
  );
  const alone = (await openScene(accounts).block(transactions)).outcome.stateRoot;
  const scene = openScene(accounts);
  const calls = transactions.map(() => scene.call({ to: addressOf(7), data: word(99) }));
  const [{ outcome }] = await Promise.all([scene.block(transactions), ...calls]);
  assert.equal(toHex(outcome.stateRoot), toHex(alone));
});

test("the reader of a block goes on reading that block after it is finished", async () => {
  const scene = openScene();
  const env = envOf(1);
  const execution = await scene.executor.begin({ parentRoot: scene.root(), env, ancestorHash });
  const reader = execution.reader();
  assert.equal(await execution.apply(sign({ nonce: 0, to: toHex(bob), value: 5n })), undefined);
  assert.equal(reader.balanceOf(bob), 5n);
  assert.equal(execution.gasUsed, 21_000n);
  await execution.finish();
  await scene.call({ from: alice, to: bob, value: 3n });
  assert.equal(reader.balanceOf(bob), 5n);
  await assert.rejects(execution.apply(sign({ nonce: 1, to: toHex(bob) })));
  await assert.rejects(execution.finish());
});
