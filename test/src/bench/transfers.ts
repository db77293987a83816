/** Defines the two transactions that are mined by the thousand. */
import { senderOf } from "../support/signer.js";
import { type Contract, tokenGas, transferOf } from "./token.js";
import type { Wallet } from "./wallet.js";

/** Returns raw transaction number `i` of a measurement. */
export type Sign = (wallet: Wallet, i: number) => string;

const recipients = Array.from({ length: 997 }, (_, i) => senderOf(10_000 + i).address);

export const recipientOf = (i: number): Uint8Array =>
  recipients[i % recipients.length] as Uint8Array;

export const signTransfer: Sign = (wallet, i) =>
  wallet.sign({ to: recipientOf(i), value: 1n, gasLimit: 21_000n });

export function signTokenTransfer({ address }: Contract): Sign {
  const calls = recipients.map((to) => transferOf(to, 1n));
  return (wallet, i) => {
    const data = calls[i % calls.length] as Uint8Array;
    return wallet.sign({ to: address, data, gasLimit: tokenGas });
  };
}
