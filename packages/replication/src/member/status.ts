/** Reports the role of a member of a cluster, and how far it is behind. */
import type { ClusterStatus } from "@tandem/primitives";
import type { WantedRole } from "./member-options.js";
import type { Progress } from "./progress.js";

interface Standing extends Pick<ClusterStatus, "epoch" | "trouble" | "fenced" | "elections"> {
  readonly wanted: WantedRole;
  readonly isSealing: boolean;
  /** Is true for the sealer, even if it is suspended. */
  readonly isSealer: boolean;
  /** The milliseconds for which the log lacks the newest block of the node; undefined if it has it. */
  readonly apartMs: number | undefined;
}

const apart = "the log does not have the newest block of this node";

/** Returns the status of a member. */
export function statusOf(progress: Progress, standing: Standing): ClusterStatus {
  const { wanted, isSealing, isSealer, apartMs, trouble, ...told } = standing;
  const { position, last } = progress;
  const isWell = trouble === undefined && (isSealing || progress.isLevel);
  return {
    role: isSealer ? "sealer" : wanted === "replica" ? "replica" : "standby",
    applied: position.sequence,
    last,
    behindMs: apartMs ?? progress.behindMs(isWell),
    trouble: trouble ?? (apartMs === undefined ? undefined : apart),
    ...told,
  };
}
