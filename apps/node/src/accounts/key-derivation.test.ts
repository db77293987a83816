import assert from "node:assert/strict";
import { test } from "node:test";
import { fromHex, toHex } from "@tandem/primitives";
import { entropyToMnemonic, mnemonicToSeedSync } from "ethereum-cryptography/bip39/index.js";
import { wordlist } from "ethereum-cryptography/bip39/wordlists/english.js";
import { HDKey } from "ethereum-cryptography/hdkey.js";
import fc from "fast-check";
import { derive, masterKey, seedOf } from "./key-derivation.js";

test("BIP-32's first test vector is reproduced", () => {
  const master = masterKey(fromHex("0x000102030405060708090a0b0c0d0e0f"));
  assert.equal(
    toHex(master.privateKey),
    "0xe8f32e723decf4051aefac8e2c93c9c5b214313817cdb01a1494b917c8436b35",
  );
  assert.equal(
    toHex(derive(master, "0'/1/2'/2/1000000000").privateKey),
    "0x471b76e389e528d6de6d816857e012c5455051cad6660850e58372a6c3e6e7c8",
  );
});

test("seeds and keys equal those of another implementation", () => {
  const index = fc.integer({ min: 0, max: 0x7fff_ffff });
  const step = fc.tuple(index, fc.constantFrom("", "'")).map(([at, mark]) => `${at}${mark}`);
  const entropy = fc
    .constantFrom(16, 20, 24, 28, 32)
    .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }));
  fc.assert(
    fc.property(entropy, fc.array(step, { minLength: 1, maxLength: 4 }), (bytes, steps) => {
      const mnemonic = entropyToMnemonic(bytes, wordlist);
      const seed = seedOf(mnemonic);
      assert.deepEqual(new Uint8Array(seed), new Uint8Array(mnemonicToSeedSync(mnemonic)));
      const path = steps.join("/");
      const expected = HDKey.fromMasterSeed(seed).derive(`m/${path}`);
      const key = derive(masterKey(seed), path);
      assert.deepEqual(key.privateKey, new Uint8Array(expected.privateKey as Uint8Array));
      assert.deepEqual(key.chainCode, new Uint8Array(expected.chainCode as Uint8Array));
    }),
    { numRuns: 15 },
  );
});
