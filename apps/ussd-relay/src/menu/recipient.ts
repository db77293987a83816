/** Parses recipient addresses. */
import { checksumAddress, type Hex, zeroAddress } from "viem";

export type RecipientProblem = "malformed" | "checksum" | "zero" | "own";
export type RecipientReading =
  | { readonly isRight: true; readonly address: Hex }
  | { readonly isRight: false; readonly problem: RecipientProblem };

export interface RecipientRules {
  /** Address of the paying wallet, in lower case. */
  readonly own: Hex;
  /** Part of the checksum by EIP-1191. */
  readonly chainId: number;
}

const wrong = (problem: RecipientProblem): RecipientReading => ({ isRight: false, problem });

/**
 * Parses an address. Letters of one case carry no checksum; mixed ones must match EIP-55 or EIP-1191.
 * @returns the address in lower case.
 */
export function readRecipient(text: string, { own, chainId }: RecipientRules): RecipientReading {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return wrong("malformed");
  const address = text.toLowerCase() as Hex;
  const digits = text.slice(2);
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  const isChecked = text === checksumAddress(address) || text === checksumAddress(address, chainId);
  if (isMixed && !isChecked) return wrong("checksum");
  if (address === zeroAddress) return wrong("zero");
  return address === own ? wrong("own") : { isRight: true, address };
}
