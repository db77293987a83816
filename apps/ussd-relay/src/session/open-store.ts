/** Opens the store of a data directory, and holds it to the chain it was made for. */
import type { Level } from "level";
import type { Hex } from "viem";
import { levelSessionStore } from "./level-store.js";
import { openLevel, UnusableStore } from "./open-level.js";
import type { SessionStore } from "./store.js";

export { UnusableStore };

/** Layout of the tables. */
const schema = "1";

export interface OpenedStore {
  readonly store: SessionStore;
  /**
   * Ties the directory to a chain: unsettled transactions of one must not be sent to another.
   * @param genesis hash of the chain's block 0.
   * @throws {UnusableStore} when the directory was made for another chain.
   */
  assertGenesis(genesis: Hex): Promise<void>;
}

/** @throws {UnusableStore} */
export async function openSessionStore(directory: string): Promise<OpenedStore> {
  const db = await openLevel(directory);
  try {
    await assertIdentity(db, directory, { schema });
    return {
      store: await levelSessionStore(db),
      assertGenesis: (genesis) => assertIdentity(db, directory, { genesis }),
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function assertIdentity(
  db: Level<string, string>,
  directory: string,
  wanted: Readonly<Record<string, string>>,
): Promise<void> {
  const identity = db.sublevel<string, string>("identity", {});
  for (const [name, value] of Object.entries(wanted)) {
    const found = await identity.get(name);
    if (found === undefined)
      await db.batch().put(name, value, { sublevel: identity }).write({ sync: true });
    else if (found !== value) {
      throw new UnusableStore(
        `the data directory ${directory} has ${name} ${found}, not ${value}: take another directory, or the node it belongs to`,
      );
    }
  }
}
