/** Binds records to the chain, the contract and the keys they were made with. */
import { UnusableStore } from "../records/open-level.js";
import { type Records, RecordsAway } from "../records/records.js";

const table = "identity";

/** Stores the identity at first use and compares it later. @throws {UnusableStore} naming the difference. */
export async function assertIdentity(
  records: Records,
  identity: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [id, value] of Object.entries(identity)) {
    const found = await records.get(table, id);
    if (found === undefined) await records.write([{ table, id, value }]);
    else if (found !== value) {
      throw new UnusableStore(
        `the records were made with another ${id}: take that one, or another data directory`,
      );
    }
  }
}

/**
 * Checks that the records still have what they were bound to at the start.
 * @throws {RecordsAway} when the store does not answer, or has lost it, as a Redis that started again without its data.
 */
export async function assertKept(records: Records): Promise<void> {
  if ((await records.get(table, "genesis")) !== undefined) return;
  throw new RecordsAway("the records are lost: restore them, and start the relay again");
}
