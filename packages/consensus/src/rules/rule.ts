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
  readonly work?: WorkCheck | undefined;
}

/** The fields that a developer requested for a block of the own chain. They are valid however far from the parent's. */
export interface RequestedFields {
  /** Wei. */
  readonly minimumGasPrice?: bigint | undefined;
  readonly gasLimit?: bigint | undefined;
}

export interface HeaderContext extends LoneContext {
  readonly parent: Header;
  readonly ancestry: Ancestry;
  readonly requested?: RequestedFields | undefined;
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
