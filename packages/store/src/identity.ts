/** Which chain and which layout a database holds, and the refusal of any other. */
import { Fault, isEqual, toHex } from "@tandem/primitives";
import type { Batch, Store } from "./store.js";
import { chainName, genesis, schema, schemaNumber } from "./tables.js";

export interface Identity {
  readonly chainName: string;
  /** Hash of block 0. */
  readonly genesisHash: Uint8Array;
}

/** Part of the batch that writes block 0. */
export function writeIdentity(batch: Batch, identity: Identity): void {
  batch.put(schema, "only", schemaNumber);
  batch.put(genesis, "only", identity.genesisHash);
  batch.put(chainName, "only", identity.chainName);
}

/**
 * @returns false when the database is new.
 * @throws {Fault} `unusable-data` for another chain or another layout, saying what to do.
 */
export function checkIdentity(store: Store, identity: Identity): boolean {
  const foundSchema = store.get(schema, "only");
  if (foundSchema === undefined) return false;
  if (foundSchema !== schemaNumber) {
    const newer = foundSchema > schemaNumber;
    throw unusable(
      `the data directory has layout ${foundSchema}, this version reads layout ${schemaNumber}: ` +
        `${newer ? "run the newer version that wrote it" : "upgrade it with the version that reads both"}, or choose another --data-dir`,
    );
  }
  const foundGenesis = store.get(genesis, "only");
  if (foundGenesis === undefined || !isEqual(foundGenesis, identity.genesisHash)) {
    const found = foundGenesis === undefined ? "none" : toHex(foundGenesis);
    throw unusable(
      `the data directory holds the chain "${store.get(chainName, "only")}" (genesis ${found}), not "${identity.chainName}" ` +
        `(genesis ${toHex(identity.genesisHash)}): start with the --chain and genesis settings it was made with, or choose another --data-dir`,
    );
  }
  return true;
}

const unusable = (message: string) => new Fault({ code: "unusable-data", message });
