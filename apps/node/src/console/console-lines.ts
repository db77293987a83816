/** Formats the console output of transactions, in lines that fit into 80 columns. */
import { type Palette, printable } from "@tandem/cli";
import { type Address, counted, fromHex, toChecksum } from "@tandem/primitives";
import { createGenerations } from "@tandem/runtime";
import { coins, shortAddress, shortHash } from "./short-forms.js";

const addressText = /^0x[0-9a-f]{40}$/;
const hashText = /^0x[0-9a-f]{64}$/;

const addressOf = (text: string) => fromHex(text) as Address;

/** The lengths of the texts of an address and a hash. */
const addressLength = 42;
const hashLength = 66;

/** The number of addresses whose short forms are kept: a checksum takes a hash. */
const addressesKept = 4_096;
const shortAddresses = createGenerations<string>(addressesKept);

/** Shortens a checksummed address or a hash. Returns other text unchanged. */
export function withShortForms(text: string): string {
  if (text.length === hashLength && hashText.test(text)) return shortHash(text);
  if (text.length !== addressLength) return text;
  const known = shortAddresses.get(text);
  if (known !== undefined || !addressText.test(text)) return known ?? text;
  const shown = shortAddress(addressOf(text));
  shortAddresses.set(text, shown);
  return shown;
}

/** The fields of the line of a mined transaction. */
export interface TransactionFields {
  readonly hash: string;
  readonly from: string;
  /** Is undefined for a creation. */
  readonly to?: string;
  readonly status: "ok" | "failed";
  readonly gas: string;
  /** In wei. */
  readonly fee: string;
  readonly contract?: string;
  /** The output of a revert. */
  readonly reverted?: string;
  /** The cause of a halt. */
  readonly halted?: string;
  /** The functions of Solidity that had not returned, the innermost first. */
  readonly stack?: readonly string[];
  /** Is false if the cause of the failure was not determined. */
  readonly isExplained?: false;
  /** The length of the init code of a failed creation. */
  readonly initCodeBytes?: number;
}

/**
 * Returns the line of a transaction below that of its block, and a line with its result or the
 * cause of its failure.
 */
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

/** Returns a line for each function of Solidity, below the line of a failure. */
export const stackLines = (stack: readonly string[] = []): string[] =>
  stack.map((entry) => `      at ${printable(entry)}`);

function failureLines(
  { reverted, halted, stack, isExplained, initCodeBytes }: TransactionFields,
  { red }: Palette,
): string[] {
  return [
    ...(reverted === undefined ? [] : [`    ${red("reverted:")} ${printable(reverted)}`]),
    ...(halted === undefined ? [] : [`    ${red("halted:")} ${printable(halted)}`]),
    ...stackLines(stack),
    ...(isExplained === false ? ["    the cause of the failure was not determined"] : []),
    ...(initCodeBytes === undefined ? [] : [`    init code of ${counted(initCodeBytes, "byte")}`]),
  ];
}
