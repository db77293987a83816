/**
 * Determines, from the entries of a post's text alone (specification section 3), a screen or a
 * request that needs the chain. Pure.
 */
import type { Hex } from "viem";
import { type AmountProblem, readAmount } from "./amount.js";
import { type RecipientProblem, type RecipientRules, readRecipient } from "./recipient.js";
import { type Screen, screens } from "./screens.js";

/** A request that needs the chain. Amounts are in wei. */
export type MenuRequest =
  | { readonly kind: "balance" }
  | { readonly kind: "loan" }
  | {
      readonly kind: "transfer";
      /** Address in lower case. */
      readonly to: Hex;
      /** The recipient as it was typed. */
      readonly recipientText: string;
      readonly wei: bigint;
    };

export type MenuChoice = { readonly kind: "screen"; readonly screen: Screen } | MenuRequest;

export interface MenuContext extends RecipientRules {
  readonly phoneNumber: string;
}

const recipientScreens: Readonly<Record<RecipientProblem, Screen>> = {
  malformed: screens.recipientMalformed,
  checksum: screens.recipientChecksum,
  zero: screens.recipientZero,
  own: screens.recipientOwn,
};

const amountScreens: Readonly<Record<AmountProblem, Screen>> = {
  malformed: screens.amountMalformed,
  decimals: screens.amountDecimals,
  zero: screens.amountZero,
  "too-large": screens.amountTooLarge,
};

const show = (screen: Screen): MenuChoice => ({ kind: "screen", screen });

/** Parses a post's text. @param text entries joined by `*`; empty at the start of a session. */
export function choose(text: string, context: MenuContext): MenuChoice {
  if (text === "") return show(screens.main(context.phoneNumber));
  const entries = text.split("*");
  const [first, recipient, amount] = entries;
  if (first === "2") {
    if (recipient === undefined) return show(screens.recipientPrompt);
    if (amount === undefined) return show(screens.amountPrompt);
    if (entries.length === 3) return transfer(recipient, amount, context);
  } else if (entries.length === 1) {
    if (first === "1") return { kind: "balance" };
    if (first === "3") return { kind: "loan" };
  }
  return show(screens.invalidChoice);
}

/** Validates both entries at the end: the specification requests the amount after any recipient. */
function transfer(recipientText: string, amountText: string, rules: RecipientRules): MenuChoice {
  const recipient = readRecipient(recipientText, rules);
  if (!recipient.isRight) return show(recipientScreens[recipient.problem]);
  const amount = readAmount(amountText);
  if (!amount.isRight) return show(amountScreens[amount.problem]);
  return { kind: "transfer", to: recipient.address, recipientText, wei: amount.wei };
}
