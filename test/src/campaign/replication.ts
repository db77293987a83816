/** Measures what a log costs its sealer, and how fast replicas follow, apply and start. */

import type { Campaign } from "./campaign.js";
import { measureApplying } from "./replication/applying.js";
import { measureFollowing } from "./replication/following.js";
import type { Finding } from "./replication/measured-nodes.js";
import { measureSealing } from "./replication/sealing.js";
import { measureStarting } from "./replication/starting.js";

type Measure = (rounds: number) => Promise<readonly Finding[]>;

const parts: Readonly<Record<string, Measure>> = {
  sealing: measureSealing,
  following: measureFollowing,
  applying: measureApplying,
  starting: measureStarting,
};

export const replication: Campaign = {
  about: `what a log costs its sealer, and how fast replicas follow, apply and start: ${Object.keys(parts).join(", ")}`,
  unit: "measurements of each node",
  standard: { rounds: 5 },
  seed: 1,
  own: { "only TEXT": "parts whose name contains this alone" },
  async run({ rounds = 1, own }) {
    let [measured, failed] = [0, 0];
    for (const [name, measure] of Object.entries(parts)) {
      if (!name.includes(String(own.only ?? ""))) continue;
      for (const { about, isKept } of await measure(rounds)) {
        process.stdout.write(`${isKept ? "kept" : "EXCEEDED"}: ${about}\n`);
        measured++;
        if (!isKept) failed++;
      }
    }
    return { rounds: measured, unit: "bounds", failed };
  },
};
