/** Strikes nodes with everything known to be costly and prints how long each holds the event loop. */

import { allAttacks } from "../support/attacks/all-attacks.js";
import { holdMaxMs } from "../support/attacks/bounds.js";
import { type AttackResult, runAttack } from "../support/attacks/run-attack.js";

/**
 * @param args a regular expression that the names of the attacks must match; all when left out.
 * @returns the exit code of the process: 0 when no attack held the loop too long.
 */
export async function run(args: readonly string[]): Promise<number> {
  const pattern = new RegExp(args[0] ?? "");
  const chosen = allAttacks.filter(({ name }) => pattern.test(name));
  process.stdout.write(`${chosen.length} attacks; the loop may be held for ${holdMaxMs} ms\n\n`);
  process.stdout.write(
    "| attack | hold ms | thread ms | all ms | took ms | other client | told |\n",
  );
  process.stdout.write("| --- | --- | --- | --- | --- | --- | --- |\n");
  let isGood = true;
  for (const attack of chosen) {
    const row = await runAttack(attack).then(rowOf, (error) => {
      isGood = false;
      return `| ${attack.name} | failed: ${String(error)} |`;
    });
    process.stdout.write(`${row}\n`);
  }
  return isGood ? 0 : 1;

  function rowOf(result: AttackResult): string {
    const { holdMs, threadMs, processMs, tookMs, answered, waitedMs } = result;
    isGood &&= holdMs < holdMaxMs && answered !== undefined;
    const figures = [holdMs, threadMs, processMs, tookMs].map((ms) => ms.toFixed(0)).join(" | ");
    const other = answered === undefined ? "none" : `${answered}, ${waitedMs.toFixed(0)} ms`;
    const told = result.told.replaceAll("|", " ").replaceAll("\n", " ");
    return `| ${result.name} | ${figures} | ${other} | ${told} |`;
  }
}
