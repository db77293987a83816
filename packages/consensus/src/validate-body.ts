/** The body of a block against its header, as far as that needs no execution. */
import { type Hash32, type Header, isEqual } from "@tandem/primitives";
import { type Violation, violation } from "./violation.js";

/**
 * Checks that the transactions are those the header commits to.
 * @param expected root of the transactions, which the caller hashes: of thousands it takes a while.
 */
export function validateBody(header: Header, expected: Hash32): Violation | undefined {
  const found = header.transactionsRoot;
  return isEqual(found, expected)
    ? undefined
    : violation("body/transactions-root", { expected, found });
}
