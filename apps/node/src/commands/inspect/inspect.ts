/** `tandem inspect`: looks into a chain without changing anything. */
import type { Writable } from "node:stream";
import { didYouMean, UsageError } from "../../config/usage-error.js";

const subjects = ["block", "forks"] as const;

const list = `What can be inspected; each explains itself with --help:

tandem inspect block N|HASH  a block's merged mining, step by step
tandem inspect forks         branches that Bitcoin's coinbases show and the main chain has not
`;

/** @returns the exit code of what was inspected. @throws {UsageError} for what cannot be. */
export async function runInspect(args: readonly string[], output: Writable): Promise<number> {
  const [subject, ...rest] = args;
  switch (subject) {
    case undefined:
    case "--help": {
      output.write(list);
      return 0;
    }
    case "block":
      return (await import("./block.js")).runInspectBlock(rest, output);
    case "forks":
      return (await import("./forks.js")).runInspectForks(rest, output);
    default:
      throw new UsageError(
        `nothing to inspect is called ${subject}${didYouMean(subject, subjects)}; tandem inspect lists what is`,
      );
  }
}
