/** Compares the keys of a mnemonic with those that viem derives. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { mnemonicToAccount } from "viem/accounts";
import { rootKeyOf } from "./mnemonic.js";

it("the root of a wallet's keys is that of viem, in any language of the words", () => {
  const french = "abaisser abaisser abaisser abaisser abaisser abaisser ".repeat(2).trim();
  const words = ["test test test test test test test test test test test junk", french];
  const composed = `${"académie ".repeat(11)}zoologie`.normalize("NFC");
  for (const mnemonic of [...words, composed]) {
    const expected = mnemonicToAccount(mnemonic).getHdKey();
    const found = rootKeyOf(mnemonic).derive("m/44'/60'/0'/0/0");
    assert.deepEqual(found.privateKey, expected.privateKey);
  }
});

it("another number of words is refused, as viem does", () => {
  for (const words of ["", "test", "test ".repeat(13).trim(), "test  test"]) {
    assert.throws(() => mnemonicToAccount(words));
    assert.throws(() => rootKeyOf(words), RangeError);
  }
});
