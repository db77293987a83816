import assert from "node:assert/strict";
import { test } from "node:test";
import { Fault } from "@tandem/primitives";
import { toRpcError } from "./to-rpc-error.js";

function convert(error: unknown) {
  const logged: object[] = [];
  const log = (fields: object) => logged.push(fields);
  const logger = { error: log, warn: log, info: log, debug: log };
  const { code, message } = toRpcError(error, "eth_getLogs", logger);
  return { code, message, logged: logged.length };
}

test("a defect is logged and answered without its details", () => {
  assert.deepEqual(convert(new Error("a defect")), {
    code: -32603,
    message: "internal error",
    logged: 1,
  });
});

test("a call that its client or the end of the node ended is no defect", () => {
  const message = "the node stopped before it had the answer";
  assert.deepEqual(convert(AbortSignal.abort().reason), { code: -32603, message, logged: 0 });
});

test("a fault that clients can cause is not logged", () => {
  const fault = new Fault({ code: "bad-request", message: "no such block" });
  assert.deepEqual(convert(fault), { code: -32602, message: "no such block", logged: 0 });
});
