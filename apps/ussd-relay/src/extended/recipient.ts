/** Resolves recipients: an address, or the phone number of a registered user. */
import type { Hex } from "viem";
import { readRecipient } from "../menu/recipient.js";
import { shortAddress } from "../menu/screens.js";
import type { Records } from "../records/records.js";
import type { RecipientFault } from "./messages/messages.js";
import { maskPhoneNumber, type NumberPlan, readPhoneNumber } from "./phone-number.js";
import type { Secrets } from "./secrets.js";
import { loadUser, type User } from "./user/user.js";

export type RecipientFound =
  | {
      readonly isRight: true;
      /** Address in lower case. */
      readonly address: Hex;
      /** Shortened or masked text for screens. */
      readonly shown: string;
    }
  | { readonly isRight: false; readonly fault: RecipientFault };

export interface RecipientDirectory extends NumberPlan {
  readonly records: Records;
  readonly secrets: Secrets;
  readonly chainId: number;
}

const wrong = (fault: RecipientFault): RecipientFound => ({ isRight: false, fault });

/** @param text the entry of the user. */
export async function findRecipient(
  text: string,
  user: User,
  book: RecipientDirectory,
): Promise<RecipientFound> {
  if (/^0x/i.test(text)) {
    const reading = readRecipient(text, { own: user.address, chainId: book.chainId });
    if (!reading.isRight) return wrong(reading.problem);
    const { address } = reading;
    return { isRight: true, address, shown: shortAddress(text) };
  }
  const phoneNumber = readPhoneNumber(text, book);
  if (phoneNumber === undefined) return wrong("malformed");
  const id = book.secrets.phoneId(phoneNumber);
  if (id === user.id) return wrong("own");
  const found = await loadUser(book.records, id);
  if (found === undefined) return wrong("unknown");
  return { isRight: true, address: found.address, shown: maskPhoneNumber(phoneNumber) };
}
