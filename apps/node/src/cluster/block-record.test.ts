import assert from "node:assert/strict";
import { it } from "node:test";
import { assertFitsLog } from "./block-record.js";

it("a record that is too large for the log is refused with both sizes, and one that fits is not", () => {
  const record = { id: "1:0x", body: new Uint8Array(100) };
  assert.throws(() => assertFitsLog(record, 99), {
    data: {
      code: "unsealable",
      message: "the block has 100 bytes in the log, which takes 99",
    },
  });
  assertFitsLog(record, 100);
  assertFitsLog(record);
});
