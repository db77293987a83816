import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createLegacyTx } from "@ethereumjs/tx";
import fc from "fast-check";
import { Fault } from "../fault.js";
import { evmCommon } from "../spec/evm-common.js";
import { mainSpec, testSpec } from "../spec/networks.js";
import {
  developmentR,
  impersonate,
  impersonatedSender,
  senderProof,
} from "./development-signature.js";
import { decodeTransaction } from "./transaction.js";
import type { UnsignedFields } from "./unsigned-transaction.js";

/** The parameters of secp256k1, y² = x³ + 7: the field. */
const p = 2n ** 256n - 2n ** 32n - 977n;
const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let b = base % p, e = exponent; e > 0n; e >>= 1n) {
    if (e & 1n) result = (result * b) % p;
    b = (b * b) % p;
  }
  return result;
}

/** Returns whether x³ + 7 has a square root (Euler's criterion). */
const isOnCurve = (x: bigint) => x < p && power(x ** 3n + 7n, (p - 1n) / 2n) === 1n;

const common = evmCommon(31, "osaka");
const address = fc.uint8Array({ minLength: 20, maxLength: 20 });
const base = { nonce: 3n, gas: 50_000n, value: 7n, data: Uint8Array.of(1, 2) };
const fee = { maxFeePerGas: 9n, maxPriorityFeePerGas: 2n };
const to = new Uint8Array(20).fill(0x77);
const accessList = [{ address: to, storageKeys: [new Uint8Array(32).fill(1)] }];
const authorizationList = [
  { chainId: 31n, address: to, nonce: 1n, yParity: 1, r: 5n << 200n, s: 6n << 200n },
];
const everyType: readonly (readonly [number, UnsignedFields])[] = [
  [0, { ...base, to, price: { gasPrice: 9n } }],
  [1, { ...base, to, accessList, price: { gasPrice: 9n } }],
  [2, { ...base, price: fee }],
  [4, { ...base, to, accessList, authorizationList, price: fee }],
];

describe("a development signature", () => {
  it("has an r that no key can produce: no point has it as its x, nor it plus the order", () => {
    assert.equal(isOnCurve(developmentR), false);
    assert.equal(isOnCurve(developmentR + n), false);
    // The test can fail: x = 1 is on the curve.
    assert.equal(isOnCurve(1n), true);
    const fields = { ...base, gasLimit: 50_000n, gasPrice: 9n, to, v: 97n, r: developmentR, s: 1n };
    for (const v of [97n, 98n]) {
      const tx = createLegacyTx({ ...fields, v }, { common });
      assert.throws(() => tx.getSenderPublicKey());
    }
  });

  it("names its sender, whatever the address, in a transaction of every type", () => {
    fc.assert(
      fc.property(address, (sender) => {
        for (const [type, fields] of everyType) {
          const raw = impersonate(sender, fields, common);
          const decoded = decodeTransaction(raw, common, "key-or-development");
          assert.equal(decoded.fields.type, type);
          assert.deepEqual(decoded.sender, new Uint8Array(sender));
          assert.deepEqual(decoded.raw, raw);
          assert.equal(decoded.fields.nonce, 3n);
          assert.equal(decoded.fields.gasLimit, 50_000n);
        }
      }),
      { seed: 7, numRuns: 20 },
    );
    const zero = new Uint8Array(20);
    const raw = impersonate(zero, everyType[0]?.[1] as UnsignedFields, common);
    assert.deepEqual(decodeTransaction(raw, common, "key-or-development").sender, zero);
  });

  it("is refused if a key is required, and a real signature is not a development signature", () => {
    const raw = impersonate(to, everyType[0]?.[1] as UnsignedFields, common);
    assert.throws(
      () => decodeTransaction(raw, common),
      (error) => error instanceof Fault && error.data.code === "transaction-refused",
    );
    const key = new Uint8Array(32).fill(1);
    const signed = createLegacyTx({ gasLimit: 21_000n, gasPrice: 9n, to }, { common }).sign(key);
    assert.equal(impersonatedSender(signed), undefined);
    assert.equal(impersonatedSender({ r: developmentR, s: 5n }), undefined);
    assert.equal(impersonatedSender({ r: developmentR, s: 2n << 160n }), undefined);
  });

  it("is valid on every chain but the main one, and those that exclude it", () => {
    assert.equal(senderProof(mainSpec), "key");
    assert.equal(senderProof(testSpec), "key-or-development");
    assert.equal(senderProof({ ...testSpec, impersonation: false }), "key");
  });
});
