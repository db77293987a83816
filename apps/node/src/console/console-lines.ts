/** Formats what the console says of transactions, in lines that fit into 80 columns. */
import type { Palette } from "@tandem/cli";
import { type Address, fromHex, toChecksum } from "@tandem/primitives";
import { printable } from "../printable.js";
import { coins, shortAddress, shortHash } from "./short-forms.js";

const addressText = /^0x[0-9a-f]{40}$/;
const hashText = /^0x[0-9a-f]{64}$/;

const addressOf = (text: string) => fromHex(text) as Address;

/** Shortens an address, which is checksummed, or a hash; returns other text as it is. */
export function withShortForms(text: string): string {
  if (addressText.test(text)) return shortAddress(addressOf(text));
  return hashText.test(text) ? shortHash(text) : text;
}

/** The fields of the line of a mined transaction. */
interface TransactionFields {
  readonly hash: string;
  readonly from: string;
  /** Is undefined for a creation. */
  readonly to?: string;
  readonly status: "ok" | "failed";
  readonly gas: string;
  /** In wei. */
  readonly fee: string;
  readonly contract?: string;
  /** What a contract reverted with. */
  readonly reverted?: string;
  /** How the machine ended a transaction that did not revert. */
  readonly halted?: string;
  /** Is false if nobody looked into why it failed. */
  readonly isExplained?: false;
  /** The length of the code that a failed creation ran. */
  readonly initCodeBytes?: number;
}

/** Returns the line of a transaction below that of its block, and a line for what it made or why it failed. */
export function transactionText(fields: TransactionFields, palette: Palette): string {
  const { hash, from, to, status, gas, fee, contract } = fields;
  const colour = status === "ok" ? palette.green : palette.red;
  const way = `${withShortForms(from)} \u2192 ${to === undefined ? "creation" : withShortForms(to)}`;
  const lines = [
    `  ${shortHash(hash)} ${colour(status)}  ${way}  ${gas} gas  fee ${coins(BigInt(fee))}`,
    ...(contract === undefined ? [] : [`    contract ${toChecksum(addressOf(contract))}`]),
    ...failureLines(fields, palette),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function failureLines(
  { reverted, halted, isExplained, initCodeBytes }: TransactionFields,
  { red }: Palette,
): string[] {
  return [
    ...(reverted === undefined ? [] : [`    ${red("reverted:")} ${printable(reverted)}`]),
    ...(halted === undefined ? [] : [`    ${red("halted:")} ${printable(halted)}`]),
    ...(isExplained === false ? ["    why it failed was not looked into"] : []),
    ...(initCodeBytes === undefined ? [] : [`    init code of ${initCodeBytes} bytes`]),
  ];
}
