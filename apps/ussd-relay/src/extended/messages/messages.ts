/**
 * The texts of extended mode, one table per language. Each text fits on a screen with the longest values
 * it can get, which a test checks.
 */

import type { ActionKind, FailureReason } from "../../engine/action.js";
import type { PinProblem } from "../pin/pin.js";
import { english } from "./english.js";
import { spanish } from "./spanish.js";

/** Texts of one language. Amounts include the currency; recipients are shortened. */
export interface Messages {
  /** Heading of the list of languages. */
  readonly chooseLanguage: string;
  readonly choosePin: string;
  readonly repeatPin: string;
  readonly pinsDiffer: string;
  readonly badPin: Readonly<Record<PinProblem, string>>;
  readonly registered: string;
  readonly menu: string;
  readonly balance: (amount: string) => string;
  readonly askRecipient: string;
  readonly askAmount: (currency: string) => string;
  readonly badRecipient: Readonly<Record<RecipientFault, string>>;
  readonly badAmount: string;
  readonly amountDecimals: (decimals: number) => string;
  readonly amountTooSmall: (least: string) => string;
  readonly amountTooLarge: (most: string) => string;
  readonly dayLimit: (left: string) => string;
  readonly confirm: Readonly<Record<ActionKind, (amount: string, to: string) => string>>;
  readonly askPin: string;
  readonly wrongPin: (left: number) => string;
  readonly locked: (minutes: number) => string;
  readonly lockedForGood: string;
  readonly submitted: Readonly<Record<ActionKind, (hash: string) => string>>;
  readonly arrived: Readonly<Record<ActionKind, (amount: string) => string>>;
  readonly failed: Readonly<Record<ActionKind, (reason: string) => string>>;
  readonly refused: (reason: string) => string;
  readonly reasons: Readonly<Record<FailureReason, string>>;
  readonly historyTitle: string;
  readonly historyEmpty: string;
  readonly historyLine: Readonly<Record<ActionKind, (amount: string, isDone: boolean) => string>>;
  readonly underWay: string;
  readonly sessionClosed: string;
  readonly languageSet: string;
  readonly invalidChoice: string;
  readonly unavailable: string;
  /** The text for a payment that the node refused, or for which there was no turn. */
  readonly notSent: string;
  /** The text for a transaction that may be stored, and so sent later. */
  readonly uncertain: string;
  readonly tooMany: string;
}

export type RecipientFault = "malformed" | "checksum" | "zero" | "own" | "unknown";
export type Language = "en" | "es";

export const languages: readonly Language[] = ["en", "es"];
export const languageNames: Readonly<Record<Language, string>> = { en: "English", es: "Español" };
export const messagesOf: Readonly<Record<Language, Messages>> = { en: english, es: spanish };

/** The numbered list of languages: `1. English` and so on. */
export const languageList = languages
  .map((language, i) => `${i + 1}. ${languageNames[language]}`)
  .join("\n");

/** Returns the language with a number in that list. */
export const languageAt = (entry: string | undefined): Language | undefined =>
  /^[1-9]$/.test(entry ?? "") ? languages[Number(entry) - 1] : undefined;

export const isLanguage = (text: string): text is Language =>
  languages.some((language) => language === text);
