import assert from "node:assert/strict";
import { test } from "node:test";
import { privateKeyToAddress, signHash } from "../signing/signature.js";
import { evmCommon } from "../spec/evm-common.js";
import { decodeTransaction } from "./transaction.js";
import { createTransaction, signTransaction, type UnsignedFields } from "./unsigned-transaction.js";

const common = evmCommon(31, "osaka");
const key = new Uint8Array(32).fill(0x46);
const to = new Uint8Array(20).fill(0x35);
const word = new Uint8Array(32).fill(7);

const legacy: UnsignedFields = {
  nonce: 0n,
  gas: 100_000n,
  value: 0n,
  price: { gasPrice: 7n },
  to,
  data: new Uint8Array(0),
};
const capped = { maxFeePerGas: 10n, maxPriorityFeePerGas: 2n };
const { to: _, ...creating } = legacy;

test("a signed transaction of each type is what the library signs and encodes", () => {
  const accessList = [{ address: to, storageKeys: [word] }];
  const authorization = { chainId: 31n, address: to, nonce: 1n, yParity: 0, r: 5n, s: 6n };
  const each: UnsignedFields[] = [
    legacy,
    { ...legacy, nonce: 300n, value: 10n ** 18n, data: Uint8Array.of(0, 1) },
    { ...creating, gas: 200_000n, data: Uint8Array.of(0x60, 0x00) },
    { ...legacy, accessList },
    { ...legacy, price: capped },
    { ...legacy, price: capped, accessList },
    { ...legacy, price: capped, authorizationList: [authorization] },
  ] as UnsignedFields[];
  const types = each.map((fields) => {
    const raw = signTransaction(fields, common, (digest) => signHash(digest, key));
    assert.deepEqual(raw, createTransaction(fields, common).sign(key).serialize());
    const { sender, fields: read } = decodeTransaction(raw, common);
    assert.deepEqual(sender, privateKeyToAddress(key));
    return read.type;
  });
  assert.deepEqual(types, [0, 0, 0, 1, 2, 2, 4]);
});

test("a signature whose numbers begin with zeros is encoded without them", () => {
  const sign = () => ({ r: Uint8Array.of(0, 9), s: Uint8Array.of(0, 0, 8), recoveryId: 0 });
  const raw = signTransaction({ ...legacy, price: capped }, common, sign);
  const signature = { v: 0n, r: 9n, s: 8n };
  const expected = createTransaction({ ...legacy, price: capped }, common, signature).serialize();
  assert.deepEqual(raw, expected);
});
