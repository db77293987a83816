/** Validates the body of a block against its header, without execution. */
import { type Hash32, type Header, isEqual } from "@tandem/primitives";
import { type Violation, violation } from "./violation.js";

/**
 * Checks that the header commits to the transactions.
 * @param expected root of the transactions, which the caller computes, since hashing thousands
 * takes a while.
 */
export function validateBody(header: Header, expected: Hash32): Violation | undefined {
  const found = header.transactionsRoot;
  return isEqual(found, expected)
    ? undefined
    : violation("body/transactions-root", { expected, found });
}
