/** How much of the processors is not ours: what other programs, other machines and the disk take. */
import { cpus } from "node:os";
import { usageOf } from "../bench/subject/process-usage.js";

/**
 * Measures from now on; ours is this process with all it has started and not ended.
 * @returns what tells the share since then, from 0 to 1; undefined where that cannot be known.
 */
export function watchOthers(): () => number | undefined {
  const [beganAt, idleThen, ownThen] = [performance.now(), idleMs(), ownMs()];
  return () => {
    const ownNow = ownMs();
    if (ownNow === undefined || ownThen === undefined) return undefined;
    const allMs = (performance.now() - beganAt) * cpus().length;
    return Math.max(0, 1 - (idleMs() - idleThen + ownNow - ownThen) / allMs);
  };
}

const idleMs = () => cpus().reduce((sum, { times }) => sum + times.idle, 0);
const ownMs = () => usageOf(process.pid)?.cpuMs;
