import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { changesOf } from "./changes.js";

const word = (value: number) => new Uint8Array(32).fill(value, 31);

describe("the state changes of a transaction", () => {
  it("has balance, nonce, code and storage, before and after", () => {
    const changes = changesOf({
      pre: {
        "0xa": { balance: 3n * 10n ** 18n, nonce: 1n },
        "0xc": { balance: 0n, storage: { "0x01": word(5), "0x02": word(7) } },
      },
      post: {
        "0xa": { balance: 10n ** 18n, nonce: 2n },
        "0xb": { code: new Uint8Array(3), nonce: 1n },
        "0xc": { storage: { "0x01": word(6), "0x03": word(1) } },
      },
    });
    assert.deepEqual(
      changes.map(({ address, what, before, after }) => [address, what, before, after]),
      [
        ["0xa", "balance", "3 coins", "1 coin (-2 coins)"],
        ["0xa", "nonce", "1", "2"],
        ["0xb", "nonce", "0", "1"],
        ["0xb", "code", "none", "3 bytes"],
        ["0xc", "storage 0x01", "0x5", "0x6"],
        ["0xc", "storage 0x02", "0x7", "0x0"],
        ["0xc", "storage 0x03", "0x0", "0x1"],
      ],
    );
  });

  it("names the account whose code another one runs", () => {
    const code = Uint8Array.of(0xef, 0x01, 0x00, ...new Uint8Array(20).fill(7));
    const changes = changesOf({ pre: {}, post: { "0xa": { code } } });
    assert.deepEqual(
      changes.map(({ what, before, after }) => [what, before, after]),
      [["code", "none", `that of 0x${"07".repeat(20)}`]],
    );
  });

  it("names a removed account", () => {
    const changes = changesOf({ pre: { "0xa": { code: new Uint8Array(9) } }, post: {} });
    assert.deepEqual(changes, [
      { address: "0xa", what: "account", before: "9 bytes", after: "destroyed" },
    ]);
  });
});
