import assert from "node:assert/strict";
import { createECDH, createPrivateKey, sign } from "node:crypto";
import { before, describe, it } from "node:test";
import { concat, fromBigInt, padStart, sha256, toBigInt, toHex } from "@tandem/primitives";
import fc from "fast-check";
import { PrecompilePair } from "../testing/precompile-pair.js";

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const prime = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const word = (value: bigint) => padStart(fromBigInt(value), 32);

/** Returns hash, signature and public key, in the form of the precompile's input. */
function signed(secret: bigint, message: Uint8Array): Uint8Array {
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(word(secret));
  const point = new Uint8Array(ecdh.getPublicKey()).subarray(1);
  const part = (from: number) => Buffer.from(point.subarray(from, from + 32)).toString("base64url");
  const d = Buffer.from(word(secret)).toString("base64url");
  const jwk = { kty: "EC", crv: "P-256", x: part(0), y: part(32), d };
  const key = createPrivateKey({ key: jwk, format: "jwk" });
  const signature = sign("sha256", message, { key, dsaEncoding: "ieee-p1363" });
  return concat(sha256(message), new Uint8Array(signature), point);
}

const secret = fc.oneof(
  fc.bigInt({ min: 1n, max: order - 1n }),
  fc.constantFrom(1n, 2n, order - 1n, order - 2n),
);
const input = fc
  .tuple(secret, fc.uint8Array({ maxLength: 40 }))
  .map(([key, message]) => signed(key, message));

const extremes = [0n, 1n, 2n, order - 1n, order, order + 1n, prime - 1n, prime, 2n ** 256n - 1n];

describe("the package's P256VERIFY has the library's result and gas:", () => {
  let pair: PrecompilePair;
  before(async () => {
    pair = await PrecompilePair.at("osaka");
  });

  it("a valid signature", async () => {
    await fc.assert(
      fc.asyncProperty(input, async (data) => {
        await pair.assertSame(0x100, data);
        assert.equal(toHex(await pair.output(0x100, data)), toHex(word(1n)));
        // The second valid signature: s is not limited to the lower half.
        const other = data.slice();
        other.set(word(order - toBigInt(data.subarray(64, 96))), 64);
        await pair.assertSame(0x100, other);
        assert.equal((await pair.output(0x100, other)).length, 32);
      }),
      { numRuns: 25 },
    );
  });

  it("one that is damaged, truncated or too long", async () => {
    await fc.assert(
      fc.asyncProperty(input, fc.nat({ max: 159 }), fc.nat({ max: 7 }), async (data, at, bit) => {
        await pair.assertSame(0x100, data.with(at, (data[at] as number) ^ (1 << bit)));
        await pair.assertSame(0x100, data.subarray(0, at));
        await pair.assertSame(0x100, concat(data, data.subarray(0, at)));
      }),
      { numRuns: 25 },
    );
  });

  it("numbers at the ends of their ranges, at any position", async () => {
    const data = signed(7n, Uint8Array.of(1, 2, 3));
    for (const value of extremes) {
      for (let at = 0; at < 160; at += 32) {
        const changed = data.slice();
        changed.set(word(value), at);
        await pair.assertSame(0x100, changed);
      }
    }
    await pair.assertSame(0x100, data.slice().fill(0, 96));
    await pair.assertSame(0x100, new Uint8Array(160));
  });

  it("keys and hashes for which both multiples are the same point, or each other's negative", async () => {
    // With the key d = 1 its point is the base: u1 = u2 and u1 = -u2.
    const data = signed(1n, Uint8Array.of(4));
    const r = data.slice(32, 64);
    for (const hash of [r, word(order - toBigInt(r))]) {
      const changed = data.slice();
      changed.set(hash, 0);
      await pair.assertSame(0x100, changed);
    }
  });
});
