/** Defines a header rule and its inputs. */
import type { ChainSpec, Header, Rules } from "@tandem/primitives";
import type { Ancestry } from "../ancestry.js";
import type { WorkCheck } from "../merged-mining/verify.js";
import type { Violation } from "../violation.js";

/** The inputs of a rule that needs only one header. */
export interface LoneContext {
  readonly header: Header;
  readonly spec: ChainSpec;
  /** The rules at the header's height. */
  readonly rules: Rules;
  /** Unix seconds on the validator's clock. */
  readonly nowSeconds: number;
  /** The check of the proof of work; if undefined, it is required. */
  readonly work?: WorkCheck;
}

export interface HeaderContext extends LoneContext {
  readonly parent: Header;
  readonly ancestry: Ancestry;
  /** The minimum gas price, in wei, that a developer requested for this block of the own chain. */
  readonly requestedPrice?: bigint | undefined;
}

/**
 * A rule with the ancestors it needs: none, the parent, or as many as fork-detection data require.
 * A file of headers has fewer ancestors than a chain.
 */
export type Rule =
  | { readonly needs: "header"; check(context: LoneContext): Violation | undefined }
  | {
      readonly needs: "parent" | "ancestors";
      check(context: HeaderContext): Violation | undefined;
    };
