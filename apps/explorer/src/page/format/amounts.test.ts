import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { coins, decimal, duration, grouped, gwei, percent, shortHex, utc } from "./amounts.js";

describe("formatted amounts and times", () => {
  it("keep every digit", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (amount) => {
        const [whole = "", fraction = ""] = decimal(amount, 18).replaceAll("\u202f", "").split(".");
        const digits = BigInt(`${whole.replace("-", "")}${fraction.padEnd(18, "0")}`);
        assert.equal(whole.startsWith("-") ? -digits : digits, amount);
      }),
    );
  });

  it("have the usual form", () => {
    assert.equal(coins(10n ** 22n), "10\u202f000 coins");
    assert.equal(coins(10n ** 18n), "1 coin");
    assert.equal(coins(0n), "0 coins");
    assert.equal(coins(1n), "1 wei");
    assert.equal(coins(-1234n), "-1\u202f234 wei");
    assert.equal(coins(10n ** 9n), "0.000000001 coins");
    assert.equal(coins(10n ** 18n + 1n), "1.000000000000000001 coins");
    assert.equal(gwei(60_000_000n), "0.06 gwei");
    assert.deepEqual([decimal(0n, 0), decimal(1234n, 0)], ["0", "1\u202f234"]);
    assert.equal(grouped(1234567), "1\u202f234\u202f567");
    assert.equal(percent(1n, 3n), "33.3 %");
    assert.equal(percent(1n, 0n), "0 %");
    assert.deepEqual([0.52, 61, 3661, 90_000].map(duration), [
      "0.5 s",
      "1 min 1 s",
      "1 h 1 min",
      "1 d 1 h",
    ]);
    assert.equal(utc(1_700_000_000), "2023-11-14 22:13:20 UTC");
    assert.equal(utc(8_640_000_000_000), "+275760-09-13 00:00:00 UTC");
    assert.equal(shortHex(`0x${"ab".repeat(20)}`), "0xabababab…ababab");
    assert.equal(shortHex("0x12"), "0x12");
  });
});
