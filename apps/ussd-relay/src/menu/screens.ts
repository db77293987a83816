/**
 * Defines the screens of the demonstration mode. `CON` keeps the session open, `END` closes it.
 * Each has at most 160 characters of the GSM 03.38 alphabet, so that a phone shows it unchanged.
 */
import type { Hex } from "viem";

export type Screen = `CON ${string}` | `END ${string}`;

const filler = "____________________";

/** Numbers of characters shown of an address and of a hash. */
const addressShown = 10;
const hashShown = 12;

export const shortAddress = (address: string): string => `${address.slice(0, addressShown)}...`;
export const shortHash = (hash: Hex): string => `${hash.slice(0, hashShown)}...`;

const nothingSent = (why: string): Screen => `END ${why}. Nothing was sent.`;

/** Specification section 4 fixes the texts of the menu, the prompts and the results. */
export const screens = {
  main: (phoneNumber: string): Screen =>
    `CON Tandem Micro-Loans ${phoneNumber}\n1. My Balance\n2. Send Money (P2P)\n3. Request Micro-Loan`,
  recipientPrompt: `CON Enter Recipient Address:${filler}`,
  amountPrompt: `CON Enter Amount:${filler}`,
  balance: (amount: string, currency: string): Screen => `END Your Balance: ${amount} ${currency}`,
  transferSubmitted: (recipient: string, hash: Hex): Screen =>
    `END Transfer Submitted\nTo: ${shortAddress(recipient)}\nTx: ${shortHash(hash)}\nFunds will arrive shortly.`,
  loanRequested: (hash: Hex, currency: string): Screen =>
    `END Loan Requested\nTx: ${shortHash(hash)}\n0.01 ${currency} credited shortly.`,
  invalidChoice: "END Invalid choice. Please try again.",
  unavailable: "END Service unavailable. Please try again later.",
  /** The screen for a payment that the node refused, or for which there was no turn. */
  notSent: "END Service unavailable. Nothing was sent. Please try again later.",
  /** The screen for a transaction that may be stored, and so sent later. */
  uncertain: "END It is not known whether this was sent. Check your balance before you try again.",
  /** The screen for a session that has already sent its transaction of this kind. */
  closed: "END This session is closed. Nothing was sent. Please dial again.",
  recipientMalformed: nothingSent("Recipient must be 0x and 40 hex digits"),
  recipientChecksum: nothingSent("Recipient has a wrong checksum, check each character"),
  recipientZero: nothingSent("Recipient must not be the zero address"),
  recipientOwn: nothingSent("Recipient is your own address"),
  amountMalformed: nothingSent("Amount must be a number such as 1.5"),
  amountDecimals: nothingSent("Amount must have at most 18 decimals"),
  amountZero: nothingSent("Amount must be more than 0"),
  amountTooLarge: nothingSent("Amount is too large"),
  insufficientBalance: nothingSent("Your balance is too low for this transfer"),
  transferRefused: (reason: string): Screen => nothingSent(`Transfer refused: ${reason}`),
  poolEmpty: nothingSent("There is no money to lend at the moment"),
  loanRefused: (reason: string): Screen => nothingSent(`Loan refused: ${reason}`),
} as const satisfies Record<string, Screen | ((...args: never[]) => Screen)>;
