import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readRecipient } from "./recipient.js";

const own = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
const rules = { own, chainId: 31 } as const;
/** Examples from EIP-55 and, for chain 31, from EIP-1191. */
const eip55 = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const eip1191 = "0x5aAeb6053F3e94c9b9A09F33669435E7EF1BEaEd";
const plain = eip55.toLowerCase();

const problemOf = (text: string) => {
  const reading = readRecipient(text, rules);
  return reading.isRight ? undefined : reading.problem;
};

describe("a recipient", () => {
  it("is accepted in one case, and in mixed case with a valid checksum of either kind", () => {
    const upper = `0x${plain.slice(2).toUpperCase()}`;
    for (const text of [plain, upper, eip55, eip1191]) {
      assert.deepEqual(readRecipient(text, rules), { isRight: true, address: plain }, text);
    }
  });

  it("is refused with the checksum of another chain, or with a letter of the wrong case", () => {
    // EIP-1191's own example for chain 30.
    assert.equal(problemOf("0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD"), "checksum");
    assert.equal(problemOf(eip55.replace("A", "a")), "checksum");
  });

  it("is refused if it is not an address, or is the zero address or the payer's own", () => {
    for (const text of [
      "",
      "0x",
      plain.slice(0, -1),
      `${plain}0`,
      plain.slice(2),
      plain.replace("0x", "0X"),
      ` ${plain}`,
      `${plain.slice(0, -1)}g`,
    ]) {
      assert.equal(problemOf(text), "malformed", text);
    }
    assert.equal(problemOf(`0x${"0".repeat(40)}`), "zero");
    assert.equal(problemOf(own), "own");
    assert.equal(problemOf("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"), "own");
  });
});
