/** Chooses the time of a Bitcoin header so that Bitcoin and this chain both accept it. */
import type { BlockTemplate } from "@tandem/bitcoin";
import { Fault } from "@tandem/primitives";

/**
 * Returns the time that the node recommends, moved only as far as needed: the two times differ by less
 * than `apartSecondsMax` (RSKIP-179). Unix seconds.
 * @param timestamp of the block of this chain.
 * @throws {Fault} `unsealable` if no time satisfies both.
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
      : ["our block", "the latest time that Bitcoin accepts", timestamp - template.timeMax];
  throw new Fault({
    code: "unsealable",
    message:
      `${ahead} is ${seconds} s later than ${behind}, ` +
      `and the difference must be below ${apartSecondsMax} s`,
  });
}
