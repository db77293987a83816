/** Runs an example of a document that ends by itself, in the process of the test. */
import { rmSync, writeFileSync } from "node:fs";
import { format } from "node:util";

let examples = 0;

/**
 * Returns what a module prints until it is evaluated.
 * @param beside URL of the module of the test, where the packages that the example imports are found.
 */
export async function printedBy(text: string, beside: string): Promise<string> {
  const file = new URL(`./example-${process.pid}-${examples++}.mjs`, beside);
  writeFileSync(file, text);
  const lines: string[] = [];
  const { log } = console;
  console.log = (...values) => void lines.push(`${format(...values)}\n`);
  try {
    await import(file.href);
  } finally {
    console.log = log;
    rmSync(file);
  }
  return lines.join("");
}
