import assert from "node:assert/strict";
import { test } from "node:test";
import { Fault } from "@tandem/primitives";
import { toRpcError } from "./to-rpc-error.js";

function convert(error: unknown) {
  const logged: object[] = [];
  const log = (fields: object) => logged.push(fields);
  const logger = { error: log, warn: log, info: log, debug: log };
  return { code: toRpcError(error, "eth_getLogs", logger).code, logged: logged.length };
}

test("a defect is logged and answered without its details", () => {
  assert.deepEqual(convert(new Error("a defect")), { code: -32603, logged: 1 });
});

test("a call whose client disconnected is not logged as a defect", () => {
  assert.deepEqual(convert(AbortSignal.abort().reason), { code: -32603, logged: 0 });
});

test("a fault that clients can cause is not logged", () => {
  const fault = new Fault({ code: "bad-request", message: "no such block" });
  assert.deepEqual(convert(fault), { code: -32602, logged: 0 });
});
