/** A snapshot and its encoding. State is never deleted, so a hash identifies it. */
import {
  type BlockHash,
  type ChainSpec,
  concat,
  emptyBytes,
  encodeListSteps,
  encodeRlp,
  fromBigInt,
  listOf,
  rlpListContent,
  rlpParts,
  type SignedTransaction,
  type StateRoot,
  toBigInt,
} from "@tandem/primitives";
import {
  type DevSettingsState,
  decodeDevSettings,
  encodeDevSettings,
} from "../building/dev-settings-state.js";
import { fromPoolItemsSteps, type PoolItems, poolItems } from "../pool/saved-pool.js";

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

/**
 * Encodes a snapshot as RLP, in steps: `[head, edited root or nothing, JSON, raw transactions,
 * senders]`.
 */
export function* encodeSnapshotSteps(record: SnapshotRecord): Generator<void, Uint8Array> {
  const devSettings = encodeDevSettings({ state: record.devSettings, origin: "" });
  const rest = new Uint8Array(
    Buffer.from(JSON.stringify({ clockMs: record.clockMs, devSettings })),
  );
  const items = [record.headHash, record.editedRoot ?? emptyBytes, rest].map(encodeRlp);
  for (const list of poolItems(record.pool)) items.push(yield* encodeListSteps(list, itself));
  return listOf(items);
}

const itself = (bytes: Uint8Array) => bytes;

/** The facts of a snapshot that are read without its row, which may have megabytes. */
export interface SnapshotFacts {
  /** The bytes of its row. */
  readonly bytes: number;
  /** The block it reverts to. */
  readonly head: BlockHash;
}

/** Returns the facts of an encoded snapshot; its pool is not decoded. */
export function snapshotFactsOf(row: Uint8Array): SnapshotFacts {
  const first = row[0] ?? 0;
  // A list of over 55 bytes, which a snapshot is, tells in its first byte how many its length takes.
  const at = 1 + Math.max(0, first - 0xf7);
  return { bytes: row.length, head: row.slice(at + 1, at + 33) as BlockHash };
}

/** Encodes facts as the hash and the length in bytes. */
export const encodeSnapshotFacts = ({ bytes, head }: SnapshotFacts): Uint8Array =>
  concat(head, fromBigInt(BigInt(bytes)));

export const decodeSnapshotFacts = (row: Uint8Array): SnapshotFacts => ({
  bytes: Number(toBigInt(row.subarray(32))),
  head: row.slice(0, 32) as BlockHash,
});

/**
 * Decodes a snapshot in steps. @param height of the block in which the pool's transactions would be: the one after the
 * block that it reverts to, since the head may be below a fork by which they were decoded.
 */
export function* decodeSnapshotSteps(
  bytes: Uint8Array,
  spec: ChainSpec,
  height: number,
): Generator<void, SnapshotRecord> {
  const parts = [...rlpParts(rlpListContent(bytes))].map(({ content }) => content);
  const [headHash, root, rest, raws, senders] = parts as [Bytes, Bytes, Bytes, Bytes, Bytes];
  // Up to layout 5 of the database the settings had another name.
  const { clockMs, dials, devSettings = dials } = JSON.parse(Buffer.from(rest).toString());
  const items: PoolItems = [yield* copiesOf(raws), yield* copiesOf(senders)];
  const pool = yield* fromPoolItemsSteps(items, spec, height);
  const editedRoot = root.length === 0 ? undefined : root.slice();
  return {
    headHash: headHash.slice(),
    editedRoot,
    clockMs,
    devSettings: decodeDevSettings(devSettings).state,
    pool,
  };
}

type Bytes = Uint8Array;

/** Copies the items of a list, so that the row they are in can be collected. */
function* copiesOf(list: Uint8Array): Generator<void, Uint8Array[]> {
  const copies: Uint8Array[] = [];
  for (const { content } of rlpParts(list)) {
    copies.push(content.slice());
    yield;
  }
  return copies;
}
