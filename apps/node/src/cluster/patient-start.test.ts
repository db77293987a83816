import assert from "node:assert/strict";
import { it } from "node:test";
import { MemoryLog } from "@tandem/replication";
import { PatientStart } from "./patient-start.js";

it("questions of a node that starts are repeated, and later ones are not", async () => {
  const log = new MemoryLog();
  const bounds = log.bounds.bind(log);
  let failures = 0;
  log.bounds = async () => {
    if (failures-- > 0) throw new Error("timeout");
    return bounds();
  };
  const start = new PatientStart((request) => request().catch(request));
  const asked = start.log(log);
  failures = 1;
  assert.deepEqual(await asked.bounds(), await bounds());
  start.end();
  failures = 1;
  await assert.rejects(asked.bounds(), /timeout/);
});
