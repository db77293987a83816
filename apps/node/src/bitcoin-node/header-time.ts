/** The time a Bitcoin header may have so that Bitcoin and our chain both take it. */
import type { BlockTemplate } from "@tandem/bitcoin";
import { Fault } from "@tandem/primitives";

/**
 * What the node recommends, moved only as far as our block asks: the two times differ by less than
 * `apartSecondsMax` (RSKIP-179). Unix seconds.
 * @param timestamp of our block.
 * @throws {Fault} `unsealable` when no time suits both.
 */
export function headerTime(
  template: Pick<BlockTemplate, "time" | "timeMin" | "timeMax">,
  timestamp: number,
  apartSecondsMax: number,
): number {
  const earliest = Math.max(template.timeMin, timestamp - apartSecondsMax + 1);
  const latest = Math.min(template.timeMax, timestamp + apartSecondsMax - 1);
  if (earliest <= latest) return Math.min(latest, Math.max(earliest, template.time));
  const [ahead, behind, seconds] =
    template.timeMin > timestamp
      ? ["Bitcoin's next block", "ours", template.timeMin - timestamp]
      : ["our block", "the latest Bitcoin would take", timestamp - template.timeMax];
  throw new Fault({
    code: "unsealable",
    message:
      `${ahead} is ${seconds} s later than ${behind}, ` +
      `and less than ${apartSecondsMax} s may lie between the two`,
  });
}
