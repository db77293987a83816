import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { maskedLog } from "./masked-log.js";
import { testLog } from "./testing/log.js";

describe("a masked log", () => {
  it("shows two digits of a phone number, and no secret in any form", () => {
    const log = testLog();
    const key = `0x${"aB12".repeat(16)}`;
    const masked = maskedLog(log, [key, "words of a mnemonic", "a.b+c(d)", "short"]);
    masked.info(`+254700000001 and 254700000002 with ${key.slice(2).toUpperCase()}`);
    masked.warn("failed: words of a mnemonic, a.b+c(d), short");
    assert.deepEqual(log.lines, ["***********01 and **********02 with (secret)"]);
    assert.deepEqual(log.warnings, ["failed: (secret), (secret), short"]);
  });

  it("shows text of a contract on one line, with control characters escaped", () => {
    const log = testLog();
    const reason = "no\nTransfer confirmed: 0x01\u001b[2J";
    maskedLog(log, []).warn(`Loan failed on-chain: ${reason}`);
    const shown = "Loan failed on-chain: no\\nTransfer confirmed: 0x01\\u001b[2J";
    assert.deepEqual(log.warnings, [shown]);
  });

  it("does not change hashes and addresses", () => {
    const log = testLog();
    const line = `Transfer confirmed: 0x${"1234567890".repeat(6)}abcd`;
    maskedLog(log, []).info(line);
    assert.deepEqual(log.lines, [line]);
  });
});
