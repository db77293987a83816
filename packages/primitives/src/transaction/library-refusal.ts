/**
 * Translates the reasons for which @ethereumjs/tx refuses a transaction. Its messages name its own
 * terms and may contain the whole transaction; clients know those of geth.
 */
import { messageOf } from "@tandem/runtime";
import { Fault } from "../fault.js";

/** A message of @ethereumjs/tx, the one that is answered, and whether the bytes have not the form of a transaction. */
type Words = readonly [library: RegExp, answer: string, isForm?: "form"];

const words: readonly Words[] = [
  [
    /^maxFeePerGas cannot be less than maxPriorityFeePerGas.*/s,
    "max priority fee per gas higher than max fee per gas",
  ],
  [/^nonce cannot equal or exceed .* given 18446744073709551615$/s, "nonce has max value"],
  [/^(\w+) cannot (?:equal or )?exceed MAX_UINT64.*/s, "rlp: $1 has more than 64 bits", "form"],
  [/^(\w+) cannot (?:equal or )?exceed MAX_INTEGER.*/s, "rlp: $1 has more than 256 bits", "form"],
  [/^(\w+) cannot have leading zeroes.*/s, "rlp: $1 cannot have leading zeroes", "form"],
  [
    /^Invalid EIP-7702 transaction: authorization list is empty.*/s,
    "EIP-7702 transaction with empty auth list",
  ],
  [
    /^tx should have a "to" field and cannot be used to create contracts.*/s,
    "EIP-7702 transaction cannot be used to create contract",
  ],
  [/^The y-parity of the transaction .*/s, "invalid sender: invalid transaction v, r, s values"],
  // More wei than any coin has.
  [
    /^gas ?[lL]imit \* \w+ cannot exceed MAX_INTEGER.*/s,
    "insufficient funds for gas * price + value",
  ],
];

const longInitCode =
  /^the initcode size of this transaction is too large: it is (\d+) while the max is (\d+)/;

/** Returns the refusal of init code over the limit (EIP-3860), or undefined for another message. */
function initCodeTooLong(library: string, cause: unknown): Fault | undefined {
  const [, size, limit] = longInitCode.exec(library) ?? [];
  if (size === undefined || limit === undefined) return undefined;
  const message = `max initcode size exceeded: code size ${size}, limit ${limit}`;
  const refusal = { kind: "init-code-too-long", size: BigInt(size), limit: BigInt(limit) } as const;
  return new Fault({ code: "transaction-refused", message, refusal }, { cause });
}

/** The message for bytes that have not the form of a transaction. */
export const otherForm = "rlp: not the fields of a transaction";

/** Returns the refusal of bytes that have not the form of a transaction. */
export const undecodable = (message: string, cause?: unknown): Fault =>
  new Fault({ code: "transaction-refused", message, refusal: { kind: "undecodable" } }, { cause });

/**
 * Returns a `transaction-refused` fault with geth's message for an error that @ethereumjs/tx threw
 * at the creation of a transaction.
 */
export function libraryRefusal(cause: unknown): Fault {
  const message = messageOf(cause);
  const tooLong = initCodeTooLong(message, cause);
  if (tooLong !== undefined) return tooLong;
  const known = words.find(([library]) => library.test(message));
  if (known === undefined) return undecodable(otherForm, cause);
  const [library, answer, isForm] = known;
  const text = message.replace(library, answer);
  if (isForm) return undecodable(text, cause);
  return new Fault({ code: "transaction-refused", message: text }, { cause });
}
