import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { toBigInt } from "../bytes/bytes.js";
import { type Curve, loadCurve, nativeCurve, wasmCurve } from "./curve.js";

/** The order of secp256k1's group. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const anyKey = fc.oneof(
  bytes32,
  fc.constantFrom(0n, 1n, order - 1n, order, order + 1n).map(toBytes),
);

function toBytes(value: bigint): Uint8Array {
  return new Uint8Array(Buffer.from(value.toString(16).padStart(64, "0"), "hex"));
}

/** Returns a result as plain bytes, or that there is none: the libraries word their errors differently. */
function resultOf(compute: () => Uint8Array): number[] | "thrown" {
  try {
    return [...compute()];
  } catch {
    return "thrown";
  }
}

describe("the curve in WebAssembly", () => {
  const both: readonly [Curve, Curve] = [nativeCurve(), wasmCurve()];
  const assertAlike = (compute: (curve: Curve) => Uint8Array) => {
    const [native, wasm] = both.map((curve) => resultOf(() => compute(curve)));
    assert.deepEqual(wasm, native);
    return native;
  };

  it("has the public keys and sums of the native one, and refuses what it refuses", () => {
    const property = fc.property(anyKey, anyKey, fc.boolean(), (key, added, isCompressed) => {
      // The native library adds to the key zero too, which nobody has.
      if (assertAlike((curve) => curve.publicKey(key, isCompressed)) === "thrown") return;
      assertAlike((curve) => curve.add(key, added));
      assertAlike((curve) => curve.add(key, toBytes((2n * order - toBigInt(key)) % order)));
    });
    fc.assert(property, { seed: 5, numRuns: 100 });
  });

  it("signs as the native one, and recovers the same key", () => {
    let recovered = 0;
    const property = fc.property(bytes32, anyKey, (hash, key) => {
      const signed = assertAlike((curve) => {
        const { signature, recoveryId } = curve.sign(hash, key);
        return Uint8Array.of(recoveryId, ...signature);
      });
      if (signed === "thrown" || signed === undefined) return;
      const [recoveryId, ...signature] = signed;
      const found = assertAlike((curve) =>
        curve.recover(hash, Number(recoveryId), Uint8Array.from(signature)),
      );
      assert.deepEqual(found, [...both[0].publicKey(key, false)]);
      recovered++;
    });
    fc.assert(property, { seed: 6, numRuns: 100 });
    assert.ok(recovered > 50);
  });

  it("recovers from any signature what the native one recovers", () => {
    const seen = new Set<boolean>();
    const property = fc.property(bytes32, anyKey, anyKey, fc.nat(1), (hash, r, s, recoveryId) => {
      const signature = Uint8Array.of(...r, ...s);
      const found = assertAlike((curve) => curve.recover(hash, recoveryId, signature));
      seen.add(found === "thrown");
    });
    fc.assert(property, { seed: 7, numRuns: 300 });
    assert.equal(seen.size, 2);
  });

  it("is the one of a machine without a binary", () => {
    const curve = loadCurve(() => {
      throw new Error("no native build was found");
    });
    const key = toBytes(1n);
    assert.deepEqual(curve.publicKey(key, true), both[1].publicKey(key, true));
    assert.match(curve.sign.toString(), /signRecoverable/);
  });
});
