/** Tests how the connections that others may make are divided. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { assertPlace, mostFrequent } from "./places.js";

const many = (network: string, count: number) => Array<string>(count).fill(network);
const refused = { reason: "tooManyPeers" };

describe("the places of nodes that connect", () => {
  it("are taken up to their number", () => {
    const others = Array.from({ length: 24 }, (_, i) => `10.0.0.${i}`);
    assertPlace("10.0.1.1", others, 25);
    assert.throws(() => assertPlace("10.0.1.1", [...others, "10.0.0.24"], 25), refused);
    assert.throws(() => assertPlace("127.0.0.1", many("127.0.0.1", 25), 25), refused);
  });

  it("are half taken by one network at most, which may be one place", () => {
    assertPlace("10.0.0.1", many("10.0.0.1", 12), 25);
    assert.throws(() => assertPlace("10.0.0.1", many("10.0.0.1", 13), 25), refused);
    assertPlace("10.0.0.2", many("10.0.0.1", 13), 25);
    assertPlace("10.0.0.1", [], 1);
  });

  it("may all be taken from this machine", () => {
    for (const local of ["127.0.0.1", "0000:0000:0000:0000"]) {
      assertPlace(local, many(local, 24), 25);
    }
  });
});

describe("the connection that makes room", () => {
  it("is the oldest of the network that has most of them", () => {
    assert.equal(mostFrequent(["a", "b", "c", "b"]), 1);
    assert.equal(mostFrequent(["a", "b", "c"]), 0);
  });
});
