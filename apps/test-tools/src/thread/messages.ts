/** Declares the messages between a program and the thread of its node. */

import type { CallError } from "../node-call-error.js";

/** A call with its number. */
export interface CallMessage {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

export type NodeMessage =
  | { readonly kind: "ready"; readonly url: string }
  | { readonly kind: "console"; readonly line: string }
  | { readonly kind: "result"; readonly id: number; readonly result: unknown }
  | { readonly kind: "error"; readonly id: number; readonly error: CallError };
