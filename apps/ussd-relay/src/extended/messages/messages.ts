/**
 * Declares the texts of extended mode, of which each language has a table. Each text fits on a screen with the
 * longest values it can get, which a test checks.
 */
import type { ActionKind, FailureReason } from "../../engine/action.js";
import type { PinProblem } from "../pin.js";

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
