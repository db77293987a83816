/** Reports the state of a data directory in sentences. */
import { counted } from "@tandem/primitives";
import type { Examination } from "./examine.js";

/** The maximum number of printed findings; the JSON report has all. */
const shownMax = 20;

/** Describes in one sentence what was read. */
export function describeRead({ chain }: Examination): string {
  const head = chain.head === undefined ? "a head that cannot be read" : `block ${chain.head}`;
  return (
    `the chain up to ${head}, ${counted(chain.sideBlocks, "block")} of other branches and ` +
    `${counted(chain.stateNodes, "node")} of states were read`
  );
}

/** Returns a sentence for each damage. */
export function describeDamages({ files, chain }: Examination): string[] {
  const lines = [...files, ...chain.findings].map(({ message }) => message);
  const shown = lines.slice(0, shownMax);
  const more = files.length + chain.count - shown.length;
  return more === 0 ? shown : [...shown, `and ${more} more`];
}
