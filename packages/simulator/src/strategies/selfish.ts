/**
 * Creates selfish mining as Eyal and Sirer describe it (arXiv 1311.0243, algorithm 1, SM1): a lead
 * is kept hidden and published block by block, each time another pool finds one.
 */
import type { Strategy } from "./branch.js";

export function createSelfish(): Strategy {
  /** Two public branches are equal, and one of them is this pool's. */
  let isRacing = false;
  return {
    found(branch) {
      if (!isRacing) return;
      isRacing = false;
      branch.publish(branch.ownHeight);
    },
    moved(branch) {
      const lead = branch.ownHeight - branch.publicHeight;
      isRacing = lead === 0;
      if (lead < 0) branch.adopt();
      // A remaining lead of one is too small to keep: the whole branch is published, and wins.
      else if (lead <= 1) branch.publish(branch.ownHeight);
      else branch.publish(branch.publicHeight);
    },
  };
}
