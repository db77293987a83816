/** `tandem headers verify FILE`: real or exported headers against every rule that needs no state. */
import { readFile } from "node:fs/promises";
import { type HeaderResult, type Violation, verifyHeaders } from "@tandem/consensus";
import { Fault, systemClock, toHex } from "@tandem/primitives";

/**
 * Writes a line for each rule a header breaks, and a summary.
 * @returns the exit code: 0 when there were headers and all are valid, else 1.
 * @throws {Fault} `unusable-data` when the file cannot be read or is of no known form.
 */
export async function runHeadersVerify(
  file: string,
  write: (line: string) => void,
): Promise<number> {
  const parsed = await readJson(file);
  const started = performance.now();
  let valid = 0;
  let invalid = 0;
  for (const result of verifyHeaders(parsed, { nowSeconds: systemClock.now() / 1000 })) {
    for (const broken of result.violations) write(describe(result, broken));
    if (result.violations.length === 0) valid++;
    else invalid++;
  }
  const total = valid + invalid;
  const seconds = (performance.now() - started) / 1000;
  const rate = Math.round(total / Math.max(seconds, 1e-6));
  write(`${total} headers, ${valid} valid, ${invalid} invalid, ${rate} headers/s`);
  return invalid > 0 || total === 0 ? 1 : 0;
}

async function readJson(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (cause) {
    throw new Fault({ code: "unusable-data", message: `cannot read ${file}` }, { cause });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Fault({ code: "unusable-data", message: `${file} is not JSON` }, { cause });
  }
}

function describe(result: HeaderResult, { rule, expected, found }: Violation): string {
  const name = `${result.number} ${toHex(result.hash)} ${rule}`;
  const shown = [
    ...(expected === undefined ? [] : [`expected ${expected}`]),
    ...(found === undefined ? [] : [`found ${found}`]),
  ];
  return shown.length === 0 ? name : `${name}: ${shown.join(", ")}`;
}
