/** Defines a header rule and its inputs. */
import type { ChainSpec, Header, Rules } from "@tandem/primitives";
import type { Ancestry } from "../ancestry.js";
import type { WorkCheck } from "../merged-mining/verify.js";
import type { Violation } from "../violation.js";

/** All a rule needs that looks at one header alone. */
export interface LoneContext {
  readonly header: Header;
  readonly spec: ChainSpec;
  /** Rules in force at the header's height. */
  readonly rules: Rules;
  /** Unix seconds on the validator's clock. */
  readonly nowSeconds: number;
  /** Without it work is required. */
  readonly work?: WorkCheck;
}

export interface HeaderContext extends LoneContext {
  readonly parent: Header;
  readonly ancestry: Ancestry;
  /** The minimum gas price, in wei, that a developer requested for this block of the own chain. */
  readonly requestedPrice?: bigint | undefined;
}

/**
 * A rule and how much of the past it needs: none, the parent, or as many ancestors as
 * fork-detection data is made of. A file of headers has less of the past than a chain.
 */
export type Rule =
  | { readonly needs: "header"; check(context: LoneContext): Violation | undefined }
  | {
      readonly needs: "parent" | "ancestors";
      check(context: HeaderContext): Violation | undefined;
    };
