/** Parses a registered user's entries; recipients, amounts and PINs are validated later. */
import { type Language, languageAt } from "./messages/languages.js";

export type Request =
  | { readonly kind: "menu" | "balance" | "history" | "ask-recipient" | "ask-language" | "invalid" }
  | { readonly kind: "language"; readonly language: Language }
  | { readonly kind: "ask-amount"; readonly recipient: string }
  /** `pins` are the PINs entered so far; the last one counts, the others were wrong. */
  | {
      readonly kind: "transfer";
      readonly recipient: string;
      readonly amount: string;
      readonly pins: readonly string[];
    }
  | { readonly kind: "loan" | "repayment"; readonly pins: readonly string[] };

export type PaidRequest = Extract<Request, { readonly pins: readonly string[] }>;

const invalid: Request = { kind: "invalid" };

/** @param pinsMax maximum of PINs; a request with more of them is invalid. */
export function readRequest(entries: readonly string[], pinsMax: number): Request {
  const [first, ...rest] = entries;
  const alone = (kind: "balance" | "history"): Request => (rest.length === 0 ? { kind } : invalid);
  const withPins = (kind: "loan" | "repayment"): Request =>
    rest.length > pinsMax ? invalid : { kind, pins: rest };
  switch (first) {
    case undefined:
      return { kind: "menu" };
    case "1":
      return alone("balance");
    case "2":
      return transferRequest(rest, pinsMax);
    case "3":
      return withPins("loan");
    case "4":
      return withPins("repayment");
    case "5":
      return alone("history");
    case "6":
      return languageRequest(rest);
    default:
      return invalid;
  }
}

function transferRequest(rest: readonly string[], pinsMax: number): Request {
  const [recipient, amount, ...pins] = rest;
  if (recipient === undefined) return { kind: "ask-recipient" };
  if (amount === undefined) return { kind: "ask-amount", recipient };
  return pins.length > pinsMax ? invalid : { kind: "transfer", recipient, amount, pins };
}

function languageRequest(rest: readonly string[]): Request {
  if (rest.length === 0) return { kind: "ask-language" };
  const language = languageAt(rest[0]);
  return rest.length === 1 && language !== undefined ? { kind: "language", language } : invalid;
}
