/** Declares `--json`, and writes what a command found as JSON. */
import type { Writable } from "node:stream";
import { toggle } from "@tandem/cli";
import { toHex } from "@tandem/primitives";

export const jsonFlag = toggle("print JSON instead of sentences");

/** Writes one line of JSON: bytes in hex, numbers that may pass 2^53 as decimal text. */
export const writeJson = (output: Writable, facts: object): void => {
  output.write(`${JSON.stringify(facts, asJson)}\n`);
};

/** Receives the value before `toJSON`, which a Buffer has, by the object that holds it. */
function asJson(this: Readonly<Record<string, unknown>>, key: string, given: unknown): unknown {
  const original = this[key];
  if (original instanceof Uint8Array) return toHex(original);
  return typeof given === "bigint" ? `${given}` : given;
}
