import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { concat } from "../bytes/bytes.js";
import { keccak256 } from "../bytes/hash.js";
import { toHex } from "../bytes/hex.js";
import { Fault } from "../fault.js";
import { typedDataLimits } from "./limits.js";
import { type TypedData, typedDataDigest } from "./typed-data.js";

/** The example of EIP-712 and its digest, from the EIP's own test (Example.js). */
const mail: TypedData = {
  types: {
    EIP712Domain: [
      { name: "name", type: "string" },
      { name: "version", type: "string" },
      { name: "chainId", type: "uint256" },
      { name: "verifyingContract", type: "address" },
    ],
    Person: [
      { name: "name", type: "string" },
      { name: "wallet", type: "address" },
    ],
    Mail: [
      { name: "from", type: "Person" },
      { name: "to", type: "Person" },
      { name: "contents", type: "string" },
    ],
  },
  primaryType: "Mail",
  domain: {
    name: "Ether Mail",
    version: "1",
    chainId: 1,
    verifyingContract: "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC",
  },
  message: {
    from: { name: "Cow", wallet: "0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826" },
    to: { name: "Bob", wallet: "0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB" },
    contents: "Hello, Bob!",
  },
};
const mailDigest = "0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2";

const withValue = (type: string, value: unknown): TypedData => ({
  types: { Box: [{ name: "value", type }] },
  primaryType: "Box",
  domain: {},
  message: { value },
});

const faultOf = (data: TypedData) => {
  try {
    typedDataDigest(data);
  } catch (error) {
    if (error instanceof Fault) return error.data;
    throw error;
  }
  return undefined;
};

describe("the digest of typed data", () => {
  it("is that of the EIP for its example, whether the domain's type is given or not", () => {
    assert.equal(toHex(typedDataDigest(mail)), mailDigest);
    const { EIP712Domain: _, ...types } = mail.types;
    assert.equal(toHex(typedDataDigest({ ...mail, types })), mailDigest);
  });

  it("may be of a struct with members of its own type, which null ends, as MetaMask signs it", () => {
    const person = (name: string, mother: unknown, father: unknown) => ({ name, mother, father });
    const members = ["mother", "father"].map((name) => ({ name, type: "Person" }));
    const family: TypedData = {
      types: { Person: [{ name: "name", type: "string" }, ...members] },
      primaryType: "Person",
      domain: { ...mail.domain, name: "Family Tree" },
      message: person(
        "Jon",
        person("Lyanna", null, person("Rickard", null, null)),
        person("Rhaegar", null, person("Aeris II", null, null)),
      ),
    };
    // The digest of eth-sig-util's test of recursive types.
    const digest = "0x807773b9faa9879d4971b43856c4d60c2da15c6f8c062bd9d33afefb756de19c";
    assert.equal(toHex(typedDataDigest(family)), digest);
  });

  it("is that of the domain alone where that is the primary type, and no message is needed there alone", () => {
    const bare = { types: { EIP712Domain: [] }, primaryType: "EIP712Domain", domain: {} };
    const separator = keccak256(keccak256(new TextEncoder().encode("EIP712Domain()")));
    const digest = keccak256(concat(Uint8Array.of(0x19, 0x01), separator));
    assert.equal(toHex(typedDataDigest(bare)), toHex(digest));
    const { message: _, ...wordless } = mail;
    assert.throws(() => typedDataDigest(wordless), /message: expected an object of the type Mail/);
  });

  it("is the same for an integer as a number, in decimal and in hex", () => {
    const digests = [255, "255", "0xff"].map((value) =>
      toHex(typedDataDigest(withValue("uint8", value))),
    );
    assert.equal(new Set(digests).size, 1);
  });

  it("refuses values that do not have their type, and names them", () => {
    const wrong: readonly (readonly [type: string, value: unknown])[] = [
      ["string", 5],
      ["bytes", "0x1"],
      ["bytes4", "0x112233"],
      ["bytes33", "0x00"],
      ["bool", "true"],
      ["address", "0x1234"],
      ["uint8", 256],
      ["uint8", -1],
      ["uint9", 1],
      ["int8", 128],
      ["int8", "-129"],
      ["uint256", 2 ** 60],
      ["uint256", "ten"],
      ["uint8[]", 5],
      ["uint8[2]", [1]],
      ["Missing", {}],
      ["uint8", undefined],
    ];
    for (const [type, value] of wrong) {
      const fault = faultOf(withValue(type, value));
      assert.ok(fault?.code === "bad-request", `${type} ${JSON.stringify(value)}`);
      assert.match(fault.message, /^message\.value/);
    }
    const absent = faultOf({ ...mail, primaryType: "Letter" });
    assert.ok(absent?.code === "bad-request");
    assert.equal(absent.message, "message: the type Letter is not declared");
  });

  it("is limited to data of bounded size", () => {
    const many = faultOf(withValue("uint8[]", Array(typedDataLimits.valuesMax).fill(1)));
    assert.ok(many?.code === "limit-exceeded" && many.limit === "typed-data-values");
    const half = "x".repeat(typedDataLimits.textCharactersMax / 2);
    assert.equal(faultOf(withValue("string[]", [half, half])), undefined);
    const long = faultOf(withValue("string[]", [half, half, "x"]));
    assert.ok(long?.code === "limit-exceeded" && long.limit === "typed-data-text-characters");
    let nested: unknown = 1;
    for (let i = 0; i < typedDataLimits.depthMax; i++) nested = [nested];
    const brackets = "[]".repeat(typedDataLimits.depthMax);
    const deep = faultOf(withValue(`uint8${brackets}`, nested));
    assert.ok(deep?.code === "limit-exceeded" && deep.limit === "typed-data-depth");
    const member = { name: "value", type: "uint8" };
    const wide = faultOf({
      ...withValue("uint8", 1),
      types: { Box: Array(typedDataLimits.membersMax + 1).fill(member) },
    });
    assert.ok(wide?.code === "limit-exceeded" && wide.limit === "typed-data-members");
  });
});
