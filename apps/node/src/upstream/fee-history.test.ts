import assert from "node:assert/strict";
import { it } from "node:test";
import { shortenFeeHistory } from "./fee-history.js";

it("asks the forked chain for at most 1,024 blocks, since Hardhat's network refuses more", () => {
  for (const long of [1025, "0x401", "1025"]) {
    assert.deepEqual(shortenFeeHistory([long, "0x5", [50]]), ["0x400", "0x5", [50]]);
  }
  for (const kept of [1024, "0x400", "1024", "x", null]) {
    assert.deepEqual(shortenFeeHistory([kept, "0x5"]), [kept, "0x5"]);
  }
});
