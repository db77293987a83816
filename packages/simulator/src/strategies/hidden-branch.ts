/** Mines a hidden branch of the child, from one height on, for so many blocks. */
import type { HiddenBranchStrategy } from "../scenario/strategies.js";
import type { SecretBranch, Strategy } from "./branch.js";

export function createHiddenBranch({
  fromChildBlock,
  blocks,
  isPublished,
}: HiddenBranchStrategy): Strategy {
  let phase: "before" | "hiding" | "after" = "before";
  let lastHeight = 0;

  function hideWhenHighEnough(branch: SecretBranch): void {
    if (phase !== "before" || branch.ownHeight < fromChildBlock - 1) return;
    phase = "hiding";
    lastHeight = branch.ownHeight + blocks;
  }

  return {
    begin: hideWhenHighEnough,
    found(branch) {
      if (phase === "hiding") {
        if (branch.ownHeight < lastHeight) return;
        phase = "after";
        if (isPublished) branch.publish(branch.ownHeight);
        // Its own branch if that has won.
        branch.adopt();
        return;
      }
      branch.publish(branch.ownHeight);
      hideWhenHighEnough(branch);
    },
    moved(branch) {
      if (phase === "hiding") return;
      branch.adopt();
      hideWhenHighEnough(branch);
    },
  };
}
