/** Formats a transaction in lines that fit into 80 columns. */
import { columns, type Palette, printable, wrapped } from "@tandem/cli";
import { type Address, counted, stackLines, toChecksum, toHex } from "@tandem/primitives";
import { coins, coinsText, exactCoins, shortHash } from "../../console/short-forms.js";
import type { FailureFacts, MinedFacts, TransactionFacts } from "./read-transaction.js";

/** The width of the column of names. */
const nameWidth = 13;

/** The bytes of the output of a revert that are shown; --json has all. */
const outputBytesShown = 132;

/** The characters of a reason or a custom error that are shown; --json has all. */
const reasonCharactersShown = 1000;

const selectorBytes = 4;

const addressText = (address: Uint8Array) => toChecksum(address as Address);

/** Returns a line for each fact, with its name. */
export function transactionLines(facts: TransactionFacts, palette: Palette): string[] {
  const { hash, from, to, value, nonce, type, inputBytes, mined } = facts;
  const called = to === null ? "a new contract" : addressText(to);
  const rows: readonly (readonly [name: string, text: string])[] = [
    ["Transaction", toHex(hash)],
    ...statusRows(facts, palette),
    ...(mined === undefined ? [] : [["Block", blockText(mined)] as const]),
    ["From", addressText(from)],
    ["To", called],
    ...(mined?.contract === undefined ? [] : [["Contract", addressText(mined.contract)] as const]),
    ["Value", coinsText(exactCoins(value))],
    ["Nonce", `${nonce}`],
    ["Type", `${type}${inputBytes === 0 ? "" : `, with ${counted(inputBytes, "byte")} of input`}`],
    ...gasRows(facts),
    ...(mined === undefined ? [] : [["Logs", `${mined.logs}`] as const]),
  ];
  return rows.flatMap(([name, text]) => row(palette.bold(name.padEnd(nameWidth)), text));
}

/** Returns a name and its text, wrapped. A word that is too long, such as hex, is split. */
function row(name: string, text: string): string[] {
  const width = columns - nameWidth;
  const lines = wrapped(text, width).flatMap((line) => splitEvery(line, width));
  return lines.map((line, i) => `${i === 0 ? name : " ".repeat(nameWidth)}${line}`.trimEnd());
}

const splitEvery = (text: string, width: number): string[] =>
  Array.from({ length: Math.max(1, Math.ceil(text.length / width)) }, (_, i) =>
    text.slice(i * width, (i + 1) * width),
  );

function statusRows(
  facts: TransactionFacts,
  { green, red, yellow }: Palette,
): (readonly [string, string])[] {
  const { status, mined } = facts;
  if (status === "ok") return [["Status", green("ok")]];
  if (status === "failed") {
    const { failure } = mined ?? {};
    return [["Status", red("failed")], ...failureRows(failure), ...stackRows(failure)];
  }
  if (status === "unrecorded") {
    return [["Status", yellow("not recorded: the block is from before receipts tell it")]];
  }
  return [
    ["Status", yellow(`${status}, not in a block`)],
    ["Waits for", waitsFor(facts)],
  ];
}

const waitsFor = ({ status, nonce, waiting }: TransactionFacts): string =>
  status === "queued"
    ? `nonce ${waiting?.nextNonce} of its sender, which was not sent: its own nonce is ${nonce}`
    : "the next block that has room for it";

function failureRows(failure: FailureFacts | undefined): (readonly [string, string])[] {
  if (failure === undefined) return [];
  const { error, reason, output, customError, check } = failure;
  const said = reason ?? customError ?? check;
  if (said !== undefined) {
    const cut = said.length > reasonCharactersShown ? "…" : "";
    return [["Reason", printable(`${error}: ${said.slice(0, reasonCharactersShown)}${cut}`)]];
  }
  if (output === undefined) return [["Reason", printable(error)]];
  const kind =
    output.length >= selectorBytes
      ? `: custom error ${toHex(output.subarray(0, selectorBytes))}`
      : "";
  const more = output.length > outputBytesShown ? `… of ${output.length} bytes` : "";
  return [
    ["Reason", `${printable(error)}${kind}`],
    ["Output", `${toHex(output.subarray(0, outputBytesShown))}${more}`],
  ];
}

/** Returns a row for each function that had not returned. */
function stackRows(failure: FailureFacts | undefined): (readonly [string, string])[] {
  const { stack, omitted = 0, problem } = failure ?? {};
  if (stack === undefined) return [];
  const lines = stackLines({ stack, omitted, problem });
  return lines.map((line, i) => [i === 0 ? "At" : "", printable(line)] as const);
}

function blockText({ block }: MinedFacts): string {
  const { number, hash, timestamp, confirmations, position } = block;
  const time = new Date(timestamp * 1000).toISOString().replace(/\.000Z$/, "Z");
  const many = confirmations === 1 ? "the head" : `${confirmations} confirmations`;
  return `${number} ${shortHash(toHex(hash))}, position ${position}, ${many}, ${time}`;
}

function gasRows({ gasLimit, gasPrice, mined }: TransactionFacts): (readonly [string, string])[] {
  if (mined === undefined) {
    return [["Gas", `at most ${gasLimit}, at most ${gasPrice} wei each`]];
  }
  return [
    ["Gas", `${mined.gasUsed} of ${gasLimit}, ${gasPrice} wei each`],
    ["Fee", coinsText(coins(mined.fee))],
  ];
}
