import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { addressOf, bytesOf, FieldError, weiOfCoins, wholeNumber } from "./parse.js";

describe("fields of the controls", () => {
  it("are parsed exactly", () => {
    assert.equal(wholeNumber(" 12 ", "n"), 12);
    assert.equal(weiOfCoins("1.5", "n"), 15n * 10n ** 17n);
    assert.equal(weiOfCoins("0.000000000000000001", "n"), 1n);
    assert.equal(addressOf(`0x${"ab".repeat(20)}`, "n", 31).length, 20);
    assert.deepEqual(bytesOf("", "n"), new Uint8Array(0));
    assert.deepEqual(bytesOf("0x0102", "n"), Uint8Array.of(1, 2));
  });

  it("are addresses with either checksum", () => {
    const [eip55, eip1191] = [
      "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
      "0x5aAeb6053F3e94c9b9A09F33669435E7EF1BEaEd",
    ];
    assert.deepEqual(addressOf(eip1191, "To", 31), addressOf(eip55, "To", 31));
    assert.throws(() => addressOf(eip1191, "To", 30), /^Error: To: The checksum of this address/);
  });

  it("are refused with their name", () => {
    const refused = [
      () => wholeNumber("-1", "Blocks"),
      () => wholeNumber("1e3", "Blocks"),
      () => weiOfCoins("1,5", "Blocks"),
      () => weiOfCoins("1.0000000000000000001", "Blocks"),
      () => addressOf("0x12", "Blocks", 31),
      () => bytesOf("text", "Blocks"),
    ];
    for (const read of refused) {
      assert.throws(
        read,
        (error) => error instanceof FieldError && /^Blocks: expected/.test(error.message),
      );
    }
  });
});
