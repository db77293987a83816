/** Declares the messages between a node and the thread that reads its compilations. */
import type { FailureExplanation, TracerRequest } from "@tandem/primitives";
import type { CompiledContract } from "@tandem/rpc";

/** The start data of the thread. */
export interface ExplainerThreadData {
  readonly kind: "explainer";
  /** Compilations and folders of them. */
  readonly paths: readonly string[];
}

export type ToExplainer =
  /** Asks which contract has a runtime code. There is one question at a time, of this kind or the next. */
  | { readonly kind: "find"; readonly code: Uint8Array }
  /** Asks for an explanation. `output` is the return data of the revert. */
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
  /** `contract` is undefined if none of the compiled contracts has the code. */
  | { readonly kind: "found"; readonly contract: CompiledContract | undefined }
  /** `explanation` is undefined if none of the compiled contracts took part. */
  | { readonly kind: "explained"; readonly explanation: FailureExplanation | undefined };
