/** The body of a block against its header, as far as that needs no execution. */
import { type Block, isEqual, transactionsRoot } from "@tandem/primitives";
import { type Violation, violation } from "./violation.js";

/** The transactions are the ones the header commits to. */
export function validateBody(block: Block): Violation | undefined {
  const expected = transactionsRoot(block.transactions);
  const found = block.header.transactionsRoot;
  return isEqual(found, expected)
    ? undefined
    : violation("body/transactions-root", { expected, found });
}
