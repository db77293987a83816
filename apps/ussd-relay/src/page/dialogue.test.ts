import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  type Dialogue,
  formOf,
  isPhoneNumber,
  newSessionId,
  readDialled,
  readScreen,
  readServiceCode,
  textOf,
  withEntry,
} from "./dialogue.js";

const begun: Dialogue = {
  sessionId: "ATUid_1",
  phoneNumber: "+254700000001",
  serviceCode: "*384#",
  entries: [],
};
const to = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

describe("a session", () => {
  it("joins its entries with stars, and begins with none", () => {
    assert.equal(textOf(begun), "");
    const amount = ["2", to, "1.5"].reduce(withEntry, begun);
    assert.equal(textOf(amount), `2*${to}*1.5`);
    assert.equal(textOf(withEntry(withEntry(begun, "2"), "")), "2*");
    assert.equal(textOf(begun), "", "the session before is as it was");
  });

  it("joins any entries so that they can be split again", () => {
    const entry = fc.string({ minLength: 1 }).filter((text) => !text.includes("*"));
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1 }), (entries) => {
        assert.deepEqual(textOf(entries.reduce(withEntry, begun)).split("*"), entries);
      }),
      { numRuns: 200, seed: 31 },
    );
  });

  it("posts the fields of a gateway, with the plus sign encoded", () => {
    const form = String(formOf(withEntry(withEntry(begun, "2"), "a b")));
    assert.equal(
      form,
      "sessionId=ATUid_1&phoneNumber=%2B254700000001&networkCode=99999&serviceCode=*384%23&text=2*a+b",
    );
  });

  it("has an identifier of 16 random bytes", () => {
    const asked: number[] = [];
    const id = newSessionId((length) => {
      asked.push(length);
      return Uint8Array.from({ length }, (_, i) => i);
    });
    assert.equal(id, "ATUid_000102030405060708090a0b0c0d0e0f");
    assert.deepEqual(asked, [16]);
  });
});

describe("a dialled code", () => {
  it("is the service code, optionally with entries", () => {
    assert.deepEqual(readDialled("*384#", "*384#"), { kind: "ours", entries: [] });
    assert.deepEqual(readDialled("*384*1#", "*384#"), { kind: "ours", entries: ["1"] });
    assert.deepEqual(readDialled(`*384*2*${to}#`, "*384#"), { kind: "ours", entries: ["2", to] });
    for (const code of ["", "*385#", "*384", "384#", "*3841#", "*384*1", "#"]) {
      assert.deepEqual(readDialled(code, "*384#"), { kind: "unknown" }, code);
    }
  });

  it("is parsed from a URL without the number sign", () => {
    assert.equal(readServiceCode("*384*7"), "*384*7#");
    assert.equal(readServiceCode("*384#"), "*384#");
    for (const wrong of ["", "#", "384#", "*#", "*3a#", "*384*#", "*384##"]) {
      assert.equal(readServiceCode(wrong), undefined, wrong);
    }
  });
});

describe("an answer", () => {
  it("keeps the session open or closes it, by its first word", () => {
    assert.deepEqual(readScreen("CON a\nb"), { kind: "open", text: "a\nb" });
    assert.deepEqual(readScreen("END CON b"), { kind: "closed", text: "CON b" });
    for (const body of ["", "CON", "END", "con a", "CONa", "<html>"]) {
      assert.deepEqual(readScreen(body), { kind: "broken", text: body });
    }
  });
});

describe("a phone number", () => {
  it("is a plus sign and 6 to 15 digits", () => {
    for (const right of ["+254700000001", "+123456", "+123456789012345"]) {
      assert.ok(isPhoneNumber(right), right);
    }
    for (const wrong of ["", "+", "254700000001", "+12345", "+1234567890123456", "+25470000000a"]) {
      assert.ok(!isPhoneNumber(wrong), wrong);
    }
  });
});
