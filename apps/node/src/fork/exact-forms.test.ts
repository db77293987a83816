import assert from "node:assert/strict";
import { it } from "node:test";
import { inExactForm } from "./exact-forms.js";

it("answers of many members are left to those who read them in parts", () => {
  const logs = [{ logIndex: "0x00", data: null }];
  assert.equal(inExactForm("eth_getLogs", logs), logs);
  const traced = { gas: "0x01", structLogs: [] };
  assert.equal(inExactForm("debug_traceTransaction", traced), traced);
  assert.equal(inExactForm("eth_getBalance", "0x01"), "0x1");
});
