/** Declares `--json`, and writes what a command found as JSON. */
import type { Writable } from "node:stream";
import { toggle } from "./setting.js";

export const jsonFlag = toggle("print JSON instead of sentences");

/** The flag of a command that prints facts only for `--print-config`. */
export const configJsonFlag = toggle("with --print-config, print it as JSON");

/** Writes one line of JSON: bytes in hex, numbers that may pass 2^53 as decimal text. */
export const writeJson = (output: Writable, facts: object): void => {
  output.write(`${JSON.stringify(facts, asJson)}\n`);
};

/** Formats a value, which is read from its object, since a Buffer is passed after `toJSON`. */
function asJson(this: Readonly<Record<string, unknown>>, key: string, given: unknown): unknown {
  const original = this[key];
  if (original instanceof Uint8Array) return `0x${Buffer.from(original).toString("hex")}`;
  return typeof given === "bigint" ? `${given}` : given;
}
