/** Lists all our own cases, by their file in `test/vectors/state-tests`. */
import { messageOf } from "@tandem/runtime";
import type { StateTestJson } from "../format.js";
import type { OwnCase } from "./case.js";
import { creationCases } from "./creation.js";
import { delegationCases } from "./delegations.js";
import { instructionCases } from "./instructions.js";
import { precompileCases } from "./precompiles.js";
import { storageCases } from "./storage.js";
import { type Oracle, testOf } from "./to-test.js";
import { transactionCases } from "./transactions.js";

export const ownFiles: Readonly<Record<string, readonly OwnCase[]>> = {
  "creation.json": creationCases,
  "delegations.json": delegationCases,
  "instructions.json": instructionCases,
  "precompiles.json": precompileCases,
  "storage.json": storageCases,
  "transactions.json": transactionCases,
};

/** Returns the text of a file. @throws {Error} naming all cases that the oracle contradicts. */
export async function fileOf(cases: readonly OwnCase[], oracle: Oracle): Promise<string> {
  const tests: Record<string, StateTestJson> = {};
  const wrong: string[] = [];
  for (const own of cases) {
    try {
      tests[own.name] = await testOf(own, oracle);
    } catch (error) {
      wrong.push(messageOf(error));
    }
  }
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  return `${JSON.stringify(tests, null, 1)}\n`;
}
