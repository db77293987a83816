import assert from "node:assert/strict";
import { it } from "node:test";
import { fromHex } from "@tandem/primitives";
import { failureFields } from "./reason.js";

const failure = { kind: "reverted", error: "Reverted", message: "execution reverted" } as const;

it("A reason has at most 1,024 characters in a line", () => {
  const customError = {
    name: "Long",
    args: [{ name: "", type: "string", value: "x".repeat(2000) }],
  };
  const fields = failureFields(failure, fromHex("0x12345678"), {
    ...{ stack: [], omitted: 0 },
    customError,
  });
  assert.ok("reverted" in fields);
  assert.equal(fields.reverted, `Long(${"x".repeat(1019)}… of 2006 characters`);
});
