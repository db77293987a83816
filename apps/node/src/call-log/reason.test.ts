import assert from "node:assert/strict";
import { it } from "node:test";
import { emptyBytes, fromHex } from "@tandem/primitives";
import { failureFields } from "./reason.js";

const failure = { kind: "reverted", error: "Reverted", message: "execution reverted" } as const;

it("A reason has at most 1,024 characters in a line", () => {
  const customError = {
    name: "Long",
    args: [{ name: "", type: "string", value: "x".repeat(2000) }],
  };
  const fields = failureFields(failure, fromHex("0x12345678"), {
    stack: [],
    omitted: 0,
    customError,
  });
  assert.ok("reverted" in fields);
  assert.equal(fields.reverted, `Long(${"x".repeat(1019)}… of 2006 characters`);
});

it("A stack without lines says why they are missing", () => {
  const address = new Uint8Array(20) as never;
  const place = { address, name: "A.f", file: "a.sol", line: 7 };
  const explanation = { stack: [place], omitted: 0, problem: "too many steps" };
  assert.deepEqual(failureFields(failure, emptyBytes, explanation).stack, [
    "A.f (a.sol:7)",
    "lines not determined: too many steps",
  ]);
  assert.deepEqual(failureFields(failure, emptyBytes, { ...explanation, stack: [] }).stack, [
    "not determined: too many steps",
  ]);
});
