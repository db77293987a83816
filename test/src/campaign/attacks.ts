/** Runs all known expensive requests on nodes and prints how long each holds the event loop. */
import { allAttacks } from "../support/attacks/all-attacks.js";
import { holdMaxMs } from "../support/attacks/bounds.js";
import { type AttackResult, runAttack } from "../support/attacks/run-attack.js";
import { seeded } from "../support/seeded.js";
import { type Campaign, endOf } from "./campaign.js";

function rowOf({ name, ...result }: AttackResult): string {
  const { holdMs, threadMs, processMs, tookMs, answered, waitedMs } = result;
  const figures = [holdMs, threadMs, processMs, tookMs].map((ms) => ms.toFixed(0)).join(" | ");
  const other = answered === undefined ? "none" : `${answered}, ${waitedMs.toFixed(0)} ms`;
  const told = result.told.replaceAll("|", " ").replaceAll("\n", " ");
  return `| ${name} | ${figures} | ${other} | ${told} |`;
}

export const attacks: Campaign = {
  about: "costly requests; prints how long each holds the event loop, in processor time",
  unit: "attacks",
  standard: { rounds: allAttacks.length },
  seed: 1,
  own: { "only PATTERN": "attacks whose name matches this regular expression" },
  async run(options) {
    const pattern = new RegExp(String(options.own.only ?? ""));
    const left = allAttacks.filter(({ name }) => pattern.test(name));
    process.stdout.write(`${left.length} attacks; the loop may be held for ${holdMaxMs} ms\n\n`);
    process.stdout.write(
      "| attack | hold ms | thread ms | all ms | took ms | other client | told |\n",
    );
    process.stdout.write("| --- | --- | --- | --- | --- | --- | --- |\n");
    const chance = seeded(options.seed);
    const isOver = endOf(options);
    let [rounds, failed] = [0, 0];
    for (; left.length > 0 && !isOver(rounds); rounds++) {
      const [attack] = left.splice(chance.int(left.length), 1);
      if (attack === undefined) break;
      try {
        const result = await runAttack(attack);
        process.stdout.write(`${rowOf(result)}\n`);
        if (!(result.holdMs < holdMaxMs) || result.answered === undefined) failed++;
      } catch (error) {
        failed++;
        process.stdout.write(`| ${attack.name} | failed: ${String(error)} |\n`);
      }
    }
    return { rounds, failed };
  },
};
