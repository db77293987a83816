/** Describes imports of blocks as spans of a trace. */
import type { Block } from "@tandem/primitives";
import { toHex } from "@tandem/primitives";
import type { Span, SpanOptions } from "@tandem/runtime";
import type { Imported } from "./import-block.js";

export const spanOf = ({ header, transactions, uncles }: Block): SpanOptions => ({
  name: "import block",
  attributes: {
    "tandem.block.number": header.number,
    "tandem.block.transactions": transactions.length,
    "tandem.block.uncles": uncles.length,
  },
});

/** Adds the outcome. A block that breaks a rule is a failure. */
export function describeImport(span: Span, imported: Imported): void {
  const hash = "block" in imported ? toHex(imported.block.hash) : undefined;
  span.set({ "tandem.import.status": imported.status, "tandem.block.hash": hash });
  if (imported.status === "invalid") span.fail(imported.violation.rule);
}
