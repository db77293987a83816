/** Tests that screens fit a phone: the GSM 03.38 alphabet, 160 characters. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { relayLimits } from "../limits.js";
import { screenLength } from "./gsm.js";
import { type Screen, screens } from "./screens.js";

const hash = `0x539ef5c5ac${"0".repeat(54)}` as const;
const recipient = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

const shown: readonly Screen[] = [
  ...Object.values(screens).filter((screen) => typeof screen === "string"),
  screens.main(`+${"9".repeat(relayLimits.phoneNumberLengthMax - 1)}`),
  screens.balance(`${"9".repeat(60)}.${"9".repeat(18)}`, "COINCOINCO"),
  screens.transferSubmitted(recipient, hash),
  screens.loanRequested(hash, "COINCOINCO"),
  screens.transferRefused("x".repeat(80)),
  screens.loanRefused("x".repeat(80)),
];

describe("a screen", () => {
  it("begins with CON or END and fits a phone", () => {
    assert.ok(shown.length > 20);
    for (const screen of shown) {
      assert.match(screen, /^(CON|END) \S/);
      const { alphabet, length, lengthMax } = screenLength(screen);
      assert.equal(alphabet, "GSM-7", screen);
      assert.ok(length <= lengthMax, screen);
    }
  });

  it("shows ten characters of an address and twelve of a hash", () => {
    assert.equal(
      screens.transferSubmitted(recipient, hash),
      "END Transfer Submitted\nTo: 0x70997970...\nTx: 0x539ef5c5ac...\nFunds will arrive shortly.",
    );
    assert.equal(
      screens.loanRequested(hash, "COIN"),
      "END Loan Requested\nTx: 0x539ef5c5ac...\n0.01 COIN credited shortly.",
    );
    assert.equal(screens.balance("98.5", "COIN"), "END Your Balance: 98.5 COIN");
  });
});
