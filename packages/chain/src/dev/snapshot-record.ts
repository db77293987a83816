/** A snapshot and its encoding. State is never deleted, so a hash identifies it. */
import { RLP } from "@ethereumjs/rlp";
import {
  type BlockHash,
  type ChainSpec,
  emptyBytes,
  type SignedTransaction,
  type StateRoot,
} from "@tandem/primitives";
import { fromPoolItems, type PoolItems, poolItems } from "../pool/saved-pool.js";
import {
  type DevSettingsState,
  decodeDevSettings,
  encodeDevSettings,
} from "./dev-settings-state.js";

export interface SnapshotRecord {
  readonly headHash: BlockHash;
  /** Root of the edited state after the head. */
  readonly editedRoot: StateRoot | undefined;
  /** The chain's clock, Unix milliseconds. */
  readonly clockMs: number;
  readonly devSettings: DevSettingsState;
  /** The pool, in the order of arrival. */
  readonly pool: readonly SignedTransaction[];
}

/** Encodes a snapshot as RLP: `[head, edited root or nothing, JSON, raw transactions, senders]`. */
export function encodeSnapshot(record: SnapshotRecord): Uint8Array {
  const devSettings = encodeDevSettings({ state: record.devSettings, origin: "" });
  const rest = JSON.stringify({ clockMs: record.clockMs, devSettings });
  return RLP.encode([
    record.headHash,
    record.editedRoot ?? emptyBytes,
    new Uint8Array(Buffer.from(rest)),
    ...poolItems(record.pool),
  ]);
}

/** Returns the hash of the block a snapshot reverts to. */
export const snapshotHead = (bytes: Uint8Array): BlockHash =>
  (RLP.decode(bytes) as Uint8Array[])[0] as BlockHash;

/** Decodes a snapshot. @param height of the block in which the pool's transactions would be. */
export function decodeSnapshot(bytes: Uint8Array, spec: ChainSpec, height: number): SnapshotRecord {
  const [headHash, root, rest, ...items] = RLP.decode(bytes) as unknown as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
    ...PoolItems,
  ];
  const { clockMs, devSettings } = JSON.parse(Buffer.from(rest).toString());
  const pool = fromPoolItems(items, spec, height);
  const editedRoot = root.length === 0 ? undefined : root;
  return { headHash, editedRoot, clockMs, devSettings: decodeDevSettings(devSettings).state, pool };
}
