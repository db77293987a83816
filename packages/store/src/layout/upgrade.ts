/**
 * Upgrades a database of an older layout, a step at a time. The last batch of a step has the new
 * number of the layout. A step with more batches can be restarted wherever it was interrupted.
 */
import { unusableData } from "@tandem/primitives";
import type { Batch, Store } from "../store.js";
import { schema, schemaNumber } from "../tables/tables.js";
import { type MoveOptions, moveRenamedTables } from "./renamed-tables.js";

export interface Step {
  /** The layout that the step upgrades to the next one. */
  readonly from: bigint;
  /** Describes what the next layout adds. */
  readonly about: string;
  /**
   * Adds its changes to the batch, which also has the new number. It may commit batches of its own
   * before, if running it again completes them.
   */
  readonly run: (store: Store, batch: Batch, options: MoveOptions) => Promise<void>;
}

export const steps: readonly Step[] = [
  {
    from: 1n,
    about: "Tables of edited states, snapshots and development settings, which are empty at first.",
    run: async () => {},
  },
  {
    from: 2n,
    about: "Rows of trie nodes that refer to older ones; existing rows do not change.",
    run: async () => {},
  },
  {
    from: 3n,
    about: "A table for the pool across a restart, which is empty at first.",
    run: async () => {},
  },
  {
    from: 4n,
    about: "A number by which older versions refuse the database before rows are moved.",
    run: async () => {},
  },
  {
    from: 5n,
    about: "New names of four tables, to which their rows are moved.",
    run: (store, _, options) => moveRenamedTables(store, options),
  },
  {
    from: 6n,
    about: "A table of requested minimum gas prices, which is empty at first.",
    run: async () => {},
  },
  {
    from: 7n,
    about: "The position in the log of a cluster, which is empty at first.",
    run: async () => {},
  },
  {
    from: 8n,
    about: "A table of requested results of opcode 0x44, which is empty at first.",
    run: async () => {},
  },
  {
    from: 9n,
    about: "A table of requested gas limits, which is empty at first.",
    run: async () => {},
  },
  {
    from: 10n,
    about: "A table of facts of snapshots, which existing snapshots lack.",
    run: async () => {},
  },
  {
    from: 11n,
    about: "The root of the first state and a digest of its accounts, which the next start adds.",
    run: async () => {},
  },
];

/** An upgrade that is aborted is continued by the next one. */
export interface UpgradeOptions extends MoveOptions {
  readonly known?: readonly Step[];
  readonly wanted?: bigint;
}

/**
 * Upgrades an older layout. Returns the layout that was found if it was an older one, else
 * undefined.
 * @throws {Fault} `unusable-data` when it has no upgrade step; `no-space`.
 */
export async function upgradeLayout(
  store: Store,
  { known = steps, wanted = schemaNumber, tell, leaving }: UpgradeOptions = {},
): Promise<bigint | undefined> {
  const found = store.get(schema, "only");
  if (found === undefined || found >= wanted) return undefined;
  for (let at = found; at < wanted; at++) {
    const step = known.find(({ from }) => from === at);
    if (step === undefined) {
      const message =
        `the data directory has layout ${found}, which is too old for this version: export its chain ` +
        "with the version that wrote it, import it here, or choose another data directory";
      throw unusableData(message);
    }
    const batch = store.batch();
    await step.run(store, batch, { tell, leaving });
    batch.put(schema, "only", at + 1n);
    await batch.commit();
  }
  return found;
}
