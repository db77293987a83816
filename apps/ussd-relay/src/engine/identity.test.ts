import assert from "node:assert/strict";
import { it } from "node:test";
import { UnusableStore } from "../records/open-level.js";
import { temporaryRecords } from "../testing/relay.js";
import { assertIdentity } from "./identity.js";

it("records belong to one chain", async (t) => {
  const records = await temporaryRecords(t);
  await assertIdentity(records, { genesis: "0x01" });
  await assertIdentity(records, { genesis: "0x01" });
  await assert.rejects(assertIdentity(records, { genesis: "0x02" }), (error: unknown) => {
    assert.ok(error instanceof UnusableStore);
    assert.match(error.message, /made with another genesis/);
    return true;
  });
});
