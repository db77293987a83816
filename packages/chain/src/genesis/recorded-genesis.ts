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
import { type Cancellation, runYielding } from "@tandem/runtime";
import { isNewDatabase, type Reader, type Store, table } from "@tandem/store";
import { type Genesis, genesisBlock } from "./genesis.js";

const rootBytes = 32;

/** The rows of a genesis whose state is in the database. */
const noWrites = { nodes: [], code: [], preimages: [] };

/**
 * Returns the genesis block of the chain with the recorded root of its state.
 * @returns undefined if none is recorded for these accounts, or the row is damaged; also for a fork of another
 * chain, whose state is that chain's too.
 * @throws an AbortError once it is cancelled.
 */
export async function recordedGenesis(
  store: Reader,
  spec: ChainSpec,
  cancellation?: Cancellation,
): Promise<Genesis | undefined> {
  // A database that is cleared to be filled again counts as new, and keeps the row.
  const isNone = spec.genesis.forkedFrom !== undefined || isNewDatabase(store);
  const row = isNone ? undefined : store.get(table.genesisState, "only");
  if (row === undefined) return undefined;
  const stateRoot = row.slice(0, rootBytes) as StateRoot;
  const digest = await runYielding(digestSteps(spec.genesis.accounts, stateRoot), cancellation);
  const isSame = isEqual(row.subarray(rootBytes), digest);
  return isSame ? { block: genesisBlock(spec, stateRoot), writes: noWrites } : undefined;
}

/**
 * Records the root of the genesis state for the next start. On a full disk that start computes it again.
 * @throws an AbortError once it is cancelled; then nothing is recorded.
 */
export async function recordGenesis(
  store: Store,
  spec: ChainSpec,
  { block: { header } }: Genesis,
  cancellation?: Cancellation,
): Promise<void> {
  if (spec.genesis.forkedFrom !== undefined) return;
  const steps = digestSteps(spec.genesis.accounts, header.stateRoot);
  const digest = await runYielding(steps, cancellation);
  const batch = store.batch();
  batch.put(table.genesisState, "only", new Uint8Array([...header.stateRoot, ...digest]));
  await batch.commit().catch((error) => {
    if (!(error instanceof Fault)) throw error;
  });
}

/** Computes a digest of the accounts, in their order, and of the state root: it shows damage of the row too. */
function* digestSteps(
  accounts: readonly GenesisAccount[],
  stateRoot: StateRoot,
): Generator<void, Uint8Array> {
  const hash = createHash("sha256").update(stateRoot);
  for (const { address, balance, nonce = 0n, code = emptyBytes, storage = [] } of accounts) {
    const amounts = [fromBigInt(balance), fromBigInt(nonce)];
    hash.update(encodeRlp([address, ...amounts, code, fromBigInt(storage.length)]));
    for (const [slot, value] of storage) {
      hash.update(encodeRlp([slot, value]));
      yield;
    }
    yield;
  }
  return hash.digest();
}
