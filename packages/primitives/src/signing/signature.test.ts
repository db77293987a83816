import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { toBigInt } from "../bytes/bytes.js";
import { toHex } from "../bytes/hex.js";
import {
  privateKeyToAddress,
  publicKeyToAddress,
  recoverPublicKey,
  signHash,
} from "./signature.js";

/** The order of secp256k1's group. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

describe("signature", () => {
  it("recovers to the address of the key, with a low s", () => {
    const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
    const key = bytes32.filter((bytes) => toBigInt(bytes) > 0n && toBigInt(bytes) < order);
    const property = fc.property(bytes32, key, (hash, privateKey) => {
      const { r, s, recoveryId } = signHash(hash, privateKey);
      assert.ok(toBigInt(s) <= order / 2n);
      const recovered = publicKeyToAddress(recoverPublicKey(hash, recoveryId, r, s));
      assert.deepEqual(recovered, privateKeyToAddress(privateKey));
    });
    fc.assert(property, { seed: 4, numRuns: 100 });
  });

  it("recovers the address that other tools compute for a known key", () => {
    const key = new Uint8Array(
      Buffer.from("ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80", "hex"),
    );
    assert.equal(toHex(privateKeyToAddress(key)), "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266");
  });

  it("refuses invalid keys and invalid signatures", () => {
    assert.throws(() => privateKeyToAddress(new Uint8Array(32)));
    const zero = new Uint8Array(32);
    assert.throws(() => recoverPublicKey(zero, 0, zero, zero));
  });
});
