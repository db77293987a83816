/**
 * Checks that the changes of `patches` in the VM and in transactions are installed, and do not
 * change results.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createBlock } from "@ethereumjs/block";
import { createTx, getCalldataFloorGas } from "@ethereumjs/tx";
import { Address } from "@ethereumjs/util";
import { Bloom, createVM, runTx } from "@ethereumjs/vm";
import { evmCommon, keccak256 } from "@tandem/primitives";
import fc from "fast-check";

const common = evmCommon(31, "osaka");
const key = new Uint8Array(32).fill(7);
const to = new Address(new Uint8Array(20).fill(9));

test("call data costs what its bytes cost one by one", () => {
  const data = fc.array(fc.oneof(fc.constant(0), fc.nat(255)), { maxLength: 300 });
  fc.assert(
    fc.property(data, (bytes) => {
      const fields = { to, gasLimit: 100_000n, gasPrice: 1n, data: Uint8Array.from(bytes) };
      const tx = createTx(fields, { common });
      const cost = bytes.reduce((sum, byte) => sum + (byte === 0 ? 4n : 16n), 0n);
      const tokens = bytes.reduce((sum, byte) => sum + (byte === 0 ? 1n : 4n), 0n);
      assert.equal(tx.getDataGas(), cost);
      assert.equal(getCalldataFloorGas(tx), 21_000n + 10n * tokens);
    }),
  );
});

test("a sender that is known is not recovered again", () => {
  const tx = createTx({ to, gasLimit: 21_000n, gasPrice: 1n }, { common }).sign(key);
  const sender = tx.getSenderAddress();
  const other = new Address(new Uint8Array(20).fill(1));
  (tx.cache as { senderAddress?: Address }).senderAddress = other;
  assert.equal(tx.getSenderAddress(), other);
  assert.ok(!sender.equals(other));
});

test("signers of authorizations that are known are not recovered again", async () => {
  const vm = await createVM({ common });
  const one = `0x${"01".repeat(32)}` as const;
  const item = { chainId: "0x1f", address: `${to}`, nonce: "0x0", yParity: "0x0" } as const;
  const list = [
    { ...item, r: one, s: one },
    { ...item, r: "0x1", s: "0x1" },
  ] as const;
  const fields = {
    type: 4,
    to,
    gasLimit: 100_000n,
    maxFeePerGas: 1n,
    authorizationList: [...list],
  };
  const tx = createTx(fields, { common }).sign(key);
  const signer = new Address(new Uint8Array(20).fill(3));
  (tx.cache as { authorities?: readonly (Address | undefined)[] }).authorities = [
    signer,
    undefined,
  ];
  const block = createBlock({ header: { gasLimit: 30_000_000n, baseFeePerGas: 1n } }, { common });
  await runTx(vm, { tx, block, skipBalance: true });
  assert.equal((await vm.stateManager.getCode(signer)).length, 23);
});

test("a bloom has the three bits of each hash", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ minLength: 20, maxLength: 32 })), (items) => {
      const bloom = new Bloom(undefined, common);
      const expected = new Uint8Array(256);
      for (const item of items) {
        bloom.add(item);
        const hash = new DataView(keccak256(item).slice().buffer);
        for (const at of [0, 2, 4]) {
          const bit = hash.getUint16(at) & 2047;
          const byte = 255 - (bit >> 3);
          expected[byte] = (expected[byte] as number) | (1 << (bit & 7));
        }
      }
      assert.deepEqual(bloom.bitvector, expected);
    }),
  );
});

test("a bloom nobody wants is not made, and made otherwise", async () => {
  // LOG0 without data.
  const code = Uint8Array.of(0x5f, 0x5f, 0xa0);
  for (const skipBloom of [false, true]) {
    const vm = await createVM({ common });
    await vm.stateManager.putCode(to, code);
    const tx = createTx({ to, gasLimit: 30_000n, gasPrice: 1n }, { common }).sign(key);
    const block = createBlock({ header: { gasLimit: 30_000n, baseFeePerGas: 1n } }, { common });
    const { bloom, execResult } = await runTx(vm, { tx, block, skipBalance: true, skipBloom });
    assert.equal(execResult.logs?.length, 1);
    const made = new Bloom(undefined, common);
    if (!skipBloom) made.add(to.bytes);
    assert.deepEqual(bloom.bitvector, made.bitvector);
  }
});

test("transactions without logs share a bloom, and listeners are still told", async () => {
  const vm = await createVM({ common });
  const told: string[] = [];
  const run = (nonce: bigint) => {
    const fields = { nonce, to, gasLimit: 21_000n, gasPrice: 10n ** 9n };
    const tx = createTx(fields, { common }).sign(key);
    const header = { gasLimit: 30_000n, baseFeePerGas: 1n };
    return runTx(vm, { tx, block: createBlock({ header }, { common }), skipBalance: true });
  };
  const first = await run(0n);
  vm.events.on("beforeTx", () => told.push("before"));
  vm.events.on("afterTx", ({ transaction }) => told.push(`after ${transaction.nonce}`));
  const second = await run(1n);
  assert.equal(first.bloom, second.bloom);
  assert.ok(first.bloom.bitvector.every((byte) => byte === 0));
  assert.deepEqual(told, ["before", "after 1"]);
});
