/** Tests the published vectors of Web3 Secret Storage, and invalid files. */
import assert from "node:assert/strict";
import { pbkdf2Sync } from "node:crypto";
import { describe, it } from "node:test";
import { keccak256 } from "viem";
import { BadKeystore, openKeystore } from "./keystore.js";
import { makeKeystore } from "./make-keystore.js";

const passphrase = "testpassword";
const key = "0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d";

const pbkdf2 = {
  crypto: {
    cipher: "aes-128-ctr",
    cipherparams: { iv: "6087dab2f9fdbbfaddc31a909735c1e6" },
    ciphertext: "5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46",
    kdf: "pbkdf2",
    kdfparams: {
      c: 262144,
      dklen: 32,
      prf: "hmac-sha256",
      salt: "ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd",
    },
    mac: "517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2",
  },
  id: "3198bc9c-6672-5ab3-d995-4942343ae5b6",
  version: 3,
};

const scrypt = {
  ...pbkdf2,
  crypto: {
    cipher: "aes-128-ctr",
    cipherparams: { iv: "83dbcc02d8ccb40e466191a123791e0e" },
    ciphertext: "d172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c",
    kdf: "scrypt",
    kdfparams: {
      dklen: 32,
      n: 262144,
      p: 8,
      r: 1,
      salt: "ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19",
    },
    mac: "2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097",
  },
};

describe("a keystore", () => {
  it("returns the key of the published vectors", async () => {
    assert.equal(await openKeystore(JSON.stringify(scrypt), passphrase), key);
    assert.equal(await openKeystore(JSON.stringify(pbkdf2), passphrase), key);
    const { crypto, ...rest } = pbkdf2;
    assert.equal(await openKeystore(JSON.stringify({ ...rest, Crypto: crypto }), passphrase), key);
  });

  it("returns the key that was put into it", async () => {
    assert.equal(await openKeystore(makeKeystore(key, "a phrase", "light"), "a phrase"), key);
  });

  it("reports a wrong passphrase without repeating it", async () => {
    await assert.rejects(openKeystore(JSON.stringify(pbkdf2), "wrong one"), (error) => {
      return error instanceof BadKeystore && !error.message.includes("wrong one");
    });
  });

  it("is refused if it has another form, or requires more resources than wallets do", async () => {
    const { crypto } = scrypt;
    const costly = { ...crypto, kdfparams: { ...crypto.kdfparams, n: 2 ** 30 } };
    const short = { ...crypto, kdfparams: { ...crypto.kdfparams, dklen: 16 } };
    const oddCosts = [0, 1, 262143].map((n) => ({
      ...crypto,
      kdfparams: { ...crypto.kdfparams, n },
    }));
    const shortCounter = { ...crypto, cipherparams: { iv: crypto.cipherparams.iv.slice(2) } };
    const wrong: readonly unknown[] = [
      ...["", "{}", "null", "[]", { ...scrypt, version: 1 }],
      ...[costly, short, ...oddCosts, shortCounter, { ...crypto, cipher: "aes-128-cbc" }].map(
        (one) => ({ ...scrypt, crypto: one }),
      ),
    ];
    for (const value of wrong) {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      await assert.rejects(openKeystore(text, passphrase), BadKeystore, text);
    }
    // Within the rounds, but with a gigabyte, and with half a one of the many lanes.
    for (const cost of [
      { n: 2 ** 20, r: 8, p: 1 },
      { n: 2, r: 1, p: 2 ** 22 },
    ]) {
      const large = { ...crypto, kdfparams: { ...crypto.kdfparams, ...cost } };
      const text = JSON.stringify({ ...scrypt, crypto: large });
      await assert.rejects(openKeystore(text, passphrase), /too much memory/);
    }
    const slow = { ...pbkdf2.crypto, kdfparams: { ...pbkdf2.crypto.kdfparams, c: 2 ** 24 } };
    await assert.rejects(
      openKeystore(JSON.stringify({ ...pbkdf2, crypto: slow }), passphrase),
      /too many rounds/,
    );
  });

  it("is refused if what it holds is no key, although the passphrase is right", async () => {
    const { crypto } = pbkdf2;
    const kdfparams = { ...crypto.kdfparams, c: 1 };
    const salt = Buffer.from(kdfparams.salt, "hex");
    const derived = pbkdf2Sync(passphrase, salt, 1, 32, "sha256");
    const held = Buffer.alloc(31);
    const mac = keccak256(Buffer.concat([derived.subarray(16), held])).slice(2);
    const short = { ...crypto, kdfparams, ciphertext: held.toString("hex"), mac };
    await assert.rejects(
      openKeystore(JSON.stringify({ ...pbkdf2, crypto: short }), passphrase),
      /holds no private key/,
    );
  });
});
