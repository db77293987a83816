import assert from "node:assert/strict";
import { test } from "node:test";
import { transactionsRoot } from "@tandem/primitives";
import { createSealedChain } from "./testing/sealed-chain.js";
import { validateBody } from "./validate-body.js";

const header = createSealedChain().head;

test("a body whose root is the header's is valid", () => {
  assert.equal(validateBody(header, transactionsRoot([])), undefined);
});

test("a body with another root than the header's is refused", () => {
  const other = { ...header, transactionsRoot: new Uint8Array(32) };
  const broken = validateBody(other, transactionsRoot([]));
  assert.equal(broken?.rule, "body/transactions-root");
});
