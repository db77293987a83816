import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readSearch as readOnChain } from "./read-search.js";

const readSearch = (text: string) => readOnChain(text, 31);

const hash = "ab".repeat(32);
const address = "cd".repeat(20);

describe("the text of the search field", () => {
  it("is a height, a hash or an address", () => {
    assert.deepEqual(readSearch(" 12 "), { kind: "height", height: 12 });
    assert.deepEqual(readSearch("1,234"), { kind: "height", height: 1234 });
    assert.deepEqual(readSearch("0x10"), { kind: "height", height: 16 });
    assert.deepEqual(readSearch(`0x${hash}`), { kind: "hash", hash: `0x${hash}` });
    assert.deepEqual(readSearch(hash.toUpperCase()), { kind: "hash", hash: `0x${hash}` });
    assert.deepEqual(readSearch(address), { kind: "address", address: `0x${address}` });
  });

  it("is refused with a description of the error", () => {
    const whyOf = (text: string) => {
      const wanted = readSearch(text);
      return wanted.kind === "nothing" ? wanted.why : "";
    };
    // EIP-1191's own example for chain 30.
    const other = "0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD";
    assert.match(whyOf(other), /^The checksum of this address is wrong, .*EIP-1191 for chain 31/);
    assert.match(whyOf(""), /^Type a height/);
    assert.match(whyOf("vitalik.eth"), /neither a height nor hex/);
    assert.match(whyOf(`0x${address}00`), /^These are 42 hex digits\. An address has 40/);
  });
});
