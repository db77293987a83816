/** Sends long requests of each kind, disconnects, and prints for how long compute threads go on. */
import { endlessRequests } from "../support/attacks/endless-requests.js";
import { leaveOften } from "../support/attacks/leaving.js";
import { seeded } from "../support/seeded.js";
import { type Campaign, endOf } from "./campaign.js";

/** Processor milliseconds within which the work has to end. */
const endMsMax = 50;
/** Times that the client of each request leaves. */
const times = 20;

export const leaving: Campaign = {
  about:
    "requests whose client leaves while they are under way; prints for how long a compute thread goes on with each",
  unit: "requests",
  standard: { rounds: endlessRequests.length },
  seed: 1,
  own: { "only PATTERN": "requests whose name matches this regular expression" },
  async run(options) {
    const pattern = new RegExp(String(options.own.only ?? ""));
    const chosen = endlessRequests.filter(({ name }) => pattern.test(name));
    process.stdout.write(
      "| request | left | median ms | longest ms |\n| --- | --- | --- | --- |\n",
    );
    const chance = seeded(options.seed);
    const isOver = endOf(options);
    let [rounds, failed] = [0, 0];
    for (const request of chosen) {
      if (isOver(rounds)) break;
      rounds++;
      const ended = await leaveOften(request, times, chance);
      const median = ended[ended.length >> 1] ?? 0;
      const longest = ended.at(-1) ?? 0;
      // The main thread may once have had no processor when the client left.
      const secondLongest = ended.at(-2) ?? 0;
      const figures = `${ended.length} | ${median.toFixed(1)} | ${longest.toFixed(1)}`;
      process.stdout.write(`| ${request.name} | ${figures} |\n`);
      if (ended.length === 0 || secondLongest > endMsMax) failed++;
    }
    return { rounds, failed };
  },
};
