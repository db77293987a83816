import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { relayLimits } from "../limits.js";
import { BadPost, readPost } from "./form.js";

const body = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString();
const right = { text: "2*0xabc", phoneNumber: "+254700000001", sessionId: "ATUid_1" };

describe("the gateway's form", () => {
  it("has a text, a phone number and a session", () => {
    assert.deepEqual(readPost(body(right)), right);
    assert.deepEqual(readPost(body({ ...right, text: "" })), { ...right, text: "" });
    assert.deepEqual(readPost(`${body(right)}&networkCode=63902&serviceCode=*384*1%23`), right);
  });

  it("may have a plus sign that is not encoded", () => {
    const raw = "text=&phoneNumber=+254700000001&sessionId=1";
    assert.equal(readPost(raw).phoneNumber, "+254700000001");
  });

  it("is refused with the name of the invalid field", () => {
    for (const name of Object.keys(right)) {
      const others = Object.entries(right).filter(([one]) => one !== name);
      assert.throws(
        () => readPost(body(Object.fromEntries(others))),
        new BadPost(`${name} is missing`),
      );
      assert.throws(
        () => readPost(`${body(right)}&${name}=1`),
        new BadPost(`${name} is given twice`),
      );
    }
    for (const phoneNumber of ["", "+", "tel", "+1\n2", `+${"1".repeat(20)}`, "+254*1", "++1"]) {
      assert.throws(() => readPost(body({ ...right, phoneNumber })), /phoneNumber must be/);
    }
    for (const sessionId of ["", "a\0b", "a\nb", "é", "x".repeat(129)]) {
      assert.throws(() => readPost(body({ ...right, sessionId })), /sessionId must be/);
    }
    assert.throws(() => readPost(""), BadPost);
    assert.throws(() => readPost("{}"), BadPost);
    assert.throws(() => readPost("%%%=%"), BadPost);
  });

  it("has fields of a limited length", () => {
    const { sessionIdLengthMax, phoneNumberLengthMax } = relayLimits;
    const read = (sessionIdLength: number, digits: number) =>
      readPost(`text=&phoneNumber=${"1".repeat(digits)}&sessionId=${"s".repeat(sessionIdLength)}`);
    const longest = read(sessionIdLengthMax, phoneNumberLengthMax);
    assert.equal(longest.sessionId.length, sessionIdLengthMax);
    assert.equal(longest.phoneNumber.length, phoneNumberLengthMax);
    assert.throws(() => read(sessionIdLengthMax + 1, 1), /1 to 128 plain characters/);
    assert.throws(() => read(1, phoneNumberLengthMax + 1), /\+ and at most 19 digits/);
  });
});
