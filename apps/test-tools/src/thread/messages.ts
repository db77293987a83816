/** Declares the messages between a program and the thread of its node. */

/** A call with its number. */
export interface CallMessage {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** A JSON-RPC error. */
export interface CallError {
  readonly message: string;
  readonly code: number;
  readonly data?: unknown;
}

export type NodeMessage =
  | { readonly kind: "ready"; readonly url: string }
  | { readonly kind: "console"; readonly line: string }
  | { readonly kind: "result"; readonly id: number; readonly result: unknown }
  | { readonly kind: "error"; readonly id: number; readonly error: CallError };
