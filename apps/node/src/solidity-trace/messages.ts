/** Declares the messages between a node and the thread that explains its failures. */
import type { FailureExplanation, TracerRequest } from "@tandem/primitives";

/** The start data of the thread. */
export interface ExplainerThreadData {
  readonly kind: "explainer";
  /** Compilations and folders of them. */
  readonly paths: readonly string[];
}

export type ToExplainer =
  /** Asks for an explanation; there is one at a time. `output` is the return data of the revert. */
  | { readonly kind: "explain"; readonly output: Uint8Array }
  /** Has the result of a tracer. */
  | { readonly kind: "traced"; readonly json: string }
  /** Tells why the execution could not be repeated. */
  | { readonly kind: "not-executed"; readonly reason: string };

export type FromExplainer =
  /** Asks for another execution with a tracer. */
  | { readonly kind: "trace"; readonly request: TracerRequest }
  /** Tells why there are no compilations. */
  | { readonly kind: "unreadable"; readonly reason: string }
  /** Tells why a file is left out, beside which there are others. */
  | { readonly kind: "left-out"; readonly reason: string }
  /** `explanation` is undefined if none of the compiled contracts took part. */
  | { readonly kind: "explained"; readonly explanation: FailureExplanation | undefined };
