/** Opens the store of a data directory, and holds it to the chain it was made for. */
import { mkdirSync } from "node:fs";
import { Level } from "level";
import type { Hex } from "viem";
import { messageOf } from "../log.js";
import { levelSessionStore } from "./level-store.js";
import type { SessionStore } from "./store.js";

/** The data directory cannot be used; the message says what to do. */
export class UnusableStore extends Error {}

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

async function openLevel(directory: string): Promise<Level<string, string>> {
  const db = new Level<string, string>(directory);
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    await db.open();
    return db;
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.cause ?? cause) : cause;
    const message = `the data directory ${directory} cannot be opened: ${messageOf(reason)}; does another relay use it?`;
    throw new UnusableStore(message, { cause });
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
