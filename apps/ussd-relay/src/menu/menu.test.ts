/** Tests specification section 3, row by row, without a chain. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { choose } from "./menu.js";
import { screens } from "./screens.js";

const context = {
  phoneNumber: "+254700000001",
  own: "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",
  chainId: 31,
} as const;
const to = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

const screenOf = (text: string) => {
  const choice = choose(text, context);
  return choice.kind === "screen" ? choice.screen : undefined;
};

describe("the menu", () => {
  it("begins with the phone number and three choices", () => {
    const lines = screenOf("")?.split("\n") ?? [];
    assert.match(lines[0] ?? "", /^CON .*\+254700000001/);
    assert.deepEqual(lines.slice(1), [
      "1. My Balance",
      "2. Send Money (P2P)",
      "3. Request Micro-Loan",
    ]);
  });

  it("requests a recipient, and then for any recipient an amount", () => {
    assert.match(screenOf("2") ?? "", /^CON Enter Recipient Address:_+$/);
    for (const recipient of [to, "nobody", ""]) {
      assert.match(screenOf(`2*${recipient}`) ?? "", /^CON Enter Amount:_+$/);
    }
  });

  it("determines which requests need the chain", () => {
    assert.deepEqual(choose("1", context), { kind: "balance" });
    assert.deepEqual(choose("3", context), { kind: "loan" });
    assert.deepEqual(choose(`2*${to}*1.5`, context), {
      kind: "transfer",
      to: to.toLowerCase(),
      recipientText: to,
      wei: 15n * 10n ** 17n,
    });
  });

  it("describes the error of a transfer and says that nothing was sent", () => {
    assert.equal(screenOf("2*0x70997970*1"), screens.recipientMalformed);
    assert.equal(screenOf(`2*${to.replace("C5", "c5")}*1`), screens.recipientChecksum);
    assert.equal(screenOf(`2*0x${"0".repeat(40)}*1`), screens.recipientZero);
    assert.equal(screenOf(`2*${context.own}*1`), screens.recipientOwn);
    assert.equal(screenOf(`2*${to}*`), screens.amountMalformed);
    assert.equal(screenOf(`2*${to}*0`), screens.amountZero);
    assert.equal(screenOf(`2*${to}*1.0000000000000000001`), screens.amountDecimals);
    assert.equal(screenOf(`2*${to}*${"9".repeat(80)}`), screens.amountTooLarge);
    for (const [name, screen] of Object.entries(screens)) {
      if (/^(recipient|amount)(?!Prompt)/.test(name))
        assert.match(String(screen), /^END .*Nothing was sent\.$/);
    }
  });

  it("refuses every other text", () => {
    for (const text of ["0", "4", "9", "11", " 1", "1*", "1*9", "3*1", "*", "a", `2*${to}*1*5`]) {
      assert.equal(screenOf(text), "END Invalid choice. Please try again.", text);
    }
    assert.equal(screenOf("*".repeat(1000)), screens.invalidChoice);
  });

  it("answers any text", () => {
    const entry = fc.oneof(fc.constantFrom("1", "2", "3", to, "1.5", ""), fc.string());
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 6 }), (entries) => {
        const choice = choose(entries.join("*"), context);
        if (choice.kind === "screen") assert.match(choice.screen, /^(CON|END) /);
        else assert.ok(["1", "2", "3"].includes(entries.join("*").charAt(0)));
      }),
      { numRuns: 500, seed: 31 },
    );
  });
});
