/**
 * Records from which accounts the first state of a chain was computed, so that a restart need not compute it
 * again: a hundred thousand accounts take seconds.
 */
import { createHash } from "node:crypto";
import {
  type ChainSpec,
  emptyBytes,
  encodeRlp,
  Fault,
  fromBigInt,
  type GenesisAccount,
  isEqual,
  type StateRoot,
} from "@tandem/primitives";
import { isNewDatabase, type Reader, type Store, table } from "@tandem/store";
import { type Genesis, genesisBlock } from "./genesis.js";

const rootBytes = 32;

/** The rows of a genesis whose state is in the database. */
const noWrites = { nodes: [], code: [], preimages: [] };

/**
 * Returns the genesis block of the chain with the recorded root of its state.
 * @returns undefined if none is recorded for these accounts, or the row is damaged; also for a fork of another
 * chain, whose state is that chain's too.
 */
export function recordedGenesis(store: Reader, spec: ChainSpec): Genesis | undefined {
  // A database that is cleared to be filled again counts as new, and keeps the row.
  const isNone = spec.genesis.forkedFrom !== undefined || isNewDatabase(store);
  const row = isNone ? undefined : store.get(table.genesisState, "only");
  if (row === undefined) return undefined;
  const stateRoot = row.slice(0, rootBytes) as StateRoot;
  const isSame = isEqual(row.subarray(rootBytes), digestOf(spec.genesis.accounts, stateRoot));
  return isSame ? { block: genesisBlock(spec, stateRoot), writes: noWrites } : undefined;
}

/** Records the root of the genesis state for the next start. On a full disk that start computes it again. */
export async function recordGenesis(
  store: Store,
  spec: ChainSpec,
  { block: { header } }: Genesis,
): Promise<void> {
  if (spec.genesis.forkedFrom !== undefined) return;
  const digest = digestOf(spec.genesis.accounts, header.stateRoot);
  const batch = store.batch();
  batch.put(table.genesisState, "only", new Uint8Array([...header.stateRoot, ...digest]));
  await batch.commit().catch((error) => {
    if (!(error instanceof Fault)) throw error;
  });
}

/** Computes a digest of the accounts, in their order, and of the state root: it shows damage of the row too. */
function digestOf(accounts: readonly GenesisAccount[], stateRoot: StateRoot): Uint8Array {
  const hash = createHash("sha256").update(stateRoot);
  for (const { address, balance, nonce = 0n, code = emptyBytes, storage = [] } of accounts) {
    const amounts = [fromBigInt(balance), fromBigInt(nonce)];
    const slots = storage.map(([slot, value]) => [slot, value]);
    hash.update(encodeRlp([address, ...amounts, code, slots]));
  }
  return hash.digest();
}
