/** Declares the messages between an execution and the thread of its scripts. */
import type { WasmModule } from "../web-assembly.js";

export interface Script {
  readonly code: string;
  /** JSON text for its `setup`. */
  readonly config: string;
  /** The addresses of precompiles, as hexadecimal digits. */
  readonly precompiles: readonly string[];
}

/**
 * A question of a script: about the state, or the address of a contract that an account would create. The
 * parameters are hexadecimal digits, but the script's own code may have changed them.
 */
export interface ScriptQuestion {
  readonly kind: QuestionKind;
  readonly given: readonly string[];
}

export type QuestionKind =
  /** These are of an address; the answers are digits, a decimal number, bytes, and "1" or "0". */
  | "balance"
  | "nonce"
  | "code"
  | "exists"
  /** The bytes at an address and a slot. */
  | "slot"
  /** The digits of the address for a creator and a decimal nonce, or a creator, a salt and the init code. */
  | "created"
  | "created2";

export type ScriptAnswer = Uint8Array | string;

/** The outcome of a call of a script: its text, an error, or a result over its limit. */
export type ScriptOutcome =
  | { readonly kind: "done"; readonly text: string }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "too-long" };

/** A request to the thread, which answers them in their order. */
export type ToScript =
  /** Compiles a script for another execution. */
  { readonly kind: "open"; readonly script: Script } | Sent;

/** A request to a script that is open. */
export type Sent =
  /** Events as JSON text, and the bytes to which they refer. */
  | { readonly kind: "run"; readonly events: string; readonly bytes: ArrayBuffer }
  /** The members of `ctx` as JSON text, and the bytes to which they refer. */
  | { readonly kind: "result"; readonly context: string; readonly bytes: ArrayBuffer };

/** Releases the interpreter; it is not answered. */
export interface Release {
  readonly kind: "release";
}

export type FromScript =
  | { readonly kind: "ready" }
  | ScriptOutcome
  /** Waits until the answer is sent to the port of the thread. */
  | { readonly kind: "ask"; readonly question: ScriptQuestion };

/** The data of the thread. */
export interface ScriptThreadData {
  /** Receives the answers to questions. */
  readonly answers: unknown;
  /** The number of answers, on whose change the thread waits. */
  readonly signal: SharedArrayBuffer;
  /** The compiled module of the interpreter. */
  readonly interpreter: WasmModule;
}

/** An event: its kind and its members, in the order in which `prelude.ts` takes them. */
export type ScriptEvent = readonly [kind: "step" | "fault" | "enter" | "exit", ...unknown[]];
