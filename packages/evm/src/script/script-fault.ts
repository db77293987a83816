/** Tells why a script ended. */
import { Fault } from "@tandem/primitives";
import { scriptResultLengthMax } from "../limits.js";
import type { ScriptOutcome } from "./messages.js";

export const failed = (message: string) => new Fault({ code: "execution-failed", message });

export const overLimit = (limit: string, max: number) =>
  new Fault({ code: "limit-exceeded", limit, max });

/** Returns the fault of an outcome that is no result. */
export const faultOf = (outcome: Exclude<ScriptOutcome, { readonly kind: "done" }>): Fault =>
  outcome.kind === "failed"
    ? failed(outcome.message)
    : overLimit("script-result-length", scriptResultLengthMax);
