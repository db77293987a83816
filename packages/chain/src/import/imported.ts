/** Declares the outcome of an import, and describes imports as spans of a trace. */
import type { Violation } from "@tandem/consensus";
import { type Block, type HeadMoved, type StoredBlock, toHex } from "@tandem/primitives";
import type { Span, SpanOptions } from "@tandem/runtime";
import type { StateChange } from "@tandem/state";

/** The outcome of an import. */
export type Imported =
  /** The block is the new head. */
  | {
      readonly status: "head";
      readonly block: StoredBlock;
      readonly event: HeadMoved;
      /** Is undefined if the block was not executed now. */
      readonly change?: StateChange | undefined;
    }
  /** The block is valid and stored, but another branch is preferred. */
  | { readonly status: "side"; readonly block: StoredBlock }
  | { readonly status: "known"; readonly block: StoredBlock }
  | { readonly status: "no-parent" }
  /**
   * The block is this node's own, and its parent's state was edited since its template was made, or it is not wanted any
   * more.
   */
  | { readonly status: "outdated" }
  | {
      readonly status: "invalid";
      readonly violation: Violation;
      /**
       * Whether every block with this header is invalid for ever: its body is what the header commits to, and it was
       * executed on a state without edits.
       */
      readonly isFinal: boolean;
    };

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
