/**
 * Bringing a database of an older layout to this one, a step at a time. A step and the new number
 * are one batch, so a crash leaves the old layout or the new one, and the next start goes on.
 */
import { Fault } from "@tandem/primitives";
import type { Batch, Store } from "./store.js";
import { schema, schemaNumber } from "./tables.js";

export interface Step {
  /** The layout it is taken from, to the next. */
  readonly from: bigint;
  /** Describes what the next layout adds. */
  readonly about: string;
  /** Puts what it changes into the batch. */
  readonly run: (store: Store, batch: Batch) => Promise<void>;
}

export const steps: readonly Step[] = [
  {
    from: 1n,
    about: "Tables of edited states, snapshots and development settings, which begin empty.",
    run: async () => {},
  },
  {
    from: 2n,
    about: "Rows of trie nodes that lead on to older ones; those that are whole stay.",
    run: async () => {},
  },
  {
    from: 3n,
    about: "The pool across a restart, which begins empty.",
    run: async () => {},
  },
];

/**
 * Upgrades an older layout. Returns the layout that was found, when it was an older one; else
 * undefined.
 * @throws {Fault} `unusable-data` when no step leads on from it; `no-space`.
 */
export async function upgradeLayout(
  store: Store,
  known: readonly Step[] = steps,
  wanted: bigint = schemaNumber,
): Promise<bigint | undefined> {
  const found = store.get(schema, "only");
  if (found === undefined || found >= wanted) return undefined;
  for (let at = found; at < wanted; at++) {
    const step = known.find(({ from }) => from === at);
    if (step === undefined) {
      const message =
        `the data directory has layout ${found}, which is too old for this version: export its chain ` +
        "with the version that wrote it, import it here, or choose another --data-dir";
      throw new Fault({ code: "unusable-data", message });
    }
    const batch = store.batch();
    await step.run(store, batch);
    batch.put(schema, "only", at + 1n);
    await batch.commit();
  }
  return found;
}
