/** Ties records to the chain, contract and keys they were made with: with others they would be wrong. */
import { UnusableStore } from "../records/open-level.js";
import type { Records } from "../records/records.js";

const table = "identity";

/** @throws {UnusableStore} naming what is not as it was. */
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

/** @throws when the records do not answer. */
export async function assertAnswering(records: Records): Promise<void> {
  await records.get(table, "genesis");
}
