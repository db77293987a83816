import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Address } from "./brands.js";
import { hasRightChecksum, toChecksum } from "./checksum.js";
import { fromHex } from "./hex.js";

/** Examples of EIP-55, and of EIP-1191 for its two chains. */
const plain = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";
const eip55 = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const eip1191 = {
  30: "0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD",
  31: "0x5aAeb6053F3e94c9b9A09F33669435E7EF1BEaEd",
};

describe("an address checksum", () => {
  it("is that of EIP-55, and with a chain id that of EIP-1191", () => {
    const address = fromHex(plain) as Address;
    assert.equal(toChecksum(address), eip55);
    assert.equal(toChecksum(address, 30), eip1191[30]);
    assert.equal(toChecksum(address, 31), eip1191[31]);
  });

  it("is valid in either form, and if there is none", () => {
    const upper = `0x${plain.slice(2).toUpperCase()}`;
    for (const text of [plain, upper, eip55, eip1191[31]]) {
      assert.equal(hasRightChecksum(text, 31), true, text);
    }
    for (const text of [eip1191[30], eip55.replace("A", "a")]) {
      assert.equal(hasRightChecksum(text, 31), false, text);
    }
  });
});
