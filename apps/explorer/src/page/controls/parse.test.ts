import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { addressOf, bytesOf, FieldError, weiOfCoins, wholeNumber } from "./parse.js";

describe("fields of the controls", () => {
  it("are read exactly", () => {
    assert.equal(wholeNumber(" 12 ", "n"), 12);
    assert.equal(weiOfCoins("1.5", "n"), 15n * 10n ** 17n);
    assert.equal(weiOfCoins("0.000000000000000001", "n"), 1n);
    assert.equal(addressOf(`0x${"ab".repeat(20)}`, "n").length, 20);
    assert.deepEqual(bytesOf("", "n"), new Uint8Array(0));
    assert.deepEqual(bytesOf("0x0102", "n"), Uint8Array.of(1, 2));
  });

  it("are refused with their name", () => {
    const refused = [
      () => wholeNumber("-1", "Blocks"),
      () => wholeNumber("1e3", "Blocks"),
      () => weiOfCoins("1,5", "Blocks"),
      () => weiOfCoins("1.0000000000000000001", "Blocks"),
      () => addressOf("0x12", "Blocks"),
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
