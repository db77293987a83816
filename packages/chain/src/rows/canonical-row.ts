/** Reads rows of the canonical view: if one is missing below the head, the database is damaged. */
import type { BlockHash, Fault, Header } from "@tandem/primitives";
import { type Reader, table } from "@tandem/store";

/**
 * Creates the fault for a missing canonical block at a height that other rows refer to.
 * @returns the fault to throw.
 */
export const noBlockAt = (reader: Reader, height: number): Fault =>
  reader.damaged({ table: table.canonical.name, key: height, height, rule: "row/missing" });

type ReadHeader = (hash: BlockHash) => Header | undefined;

interface CanonicalRows {
  readonly reader: Reader;
  /** The first height of the database. */
  readonly first: number;
  /** Reads a header, from a cache if possible: each new block reads the height above the head. */
  readonly header: ReadHeader;
}

/**
 * Returns the hash of the canonical block at a height; undefined below the first and above the
 * newest.
 * @throws {Fault} `corrupt-data` if a height within the chain is missing.
 */
export function readCanonicalHash(
  { reader, first, header }: CanonicalRows,
  height: number,
): BlockHash | undefined {
  const found = reader.get(table.canonical, height);
  if (found !== undefined || height < first || !isBelowHead(reader, height, header)) return found;
  // The writer's thread may have moved the head between the two reads.
  const again = reader.get(table.canonical, height);
  if (again !== undefined || !isBelowHead(reader, height, header)) return again;
  throw noBlockAt(reader, height);
}

/**
 * Checks a range that was read. @throws {Fault} `corrupt-data` if it lacks a height below the head.
 */
export function assertNoHole(
  reader: Reader,
  rows: readonly (readonly [number, BlockHash])[],
  { from, to, first }: { readonly from: number; readonly to: number; readonly first: number },
): void {
  if (rows.length === to - from + 1) return;
  const have = new Set(rows.map(([height]) => height));
  for (let height = Math.max(from, first); height <= to; height++) {
    if (have.has(height)) continue;
    if (isBelowHead(reader, height)) throw noBlockAt(reader, height);
    return;
  }
}

function isBelowHead(
  reader: Reader,
  height: number,
  header: ReadHeader = (hash) => reader.get(table.headers, hash),
): boolean {
  const hash = reader.get(table.head, "only");
  const newest = hash && header(hash);
  return newest !== undefined && height <= newest.number;
}

/**
 * Checks that the header of a canonical row has the row's height.
 * @returns the hash. @throws {Fault} `corrupt-data`
 */
export function heldAt(
  header: (hash: BlockHash) => Header | undefined,
  damaged: Reader["damaged"],
  hash: BlockHash | undefined,
  height: number,
): BlockHash | undefined {
  if (hash === undefined) return undefined;
  const found = header(hash);
  if (found === undefined) {
    throw damaged({ table: table.headers.name, key: hash, height, rule: "row/missing" });
  }
  if (found.number === height) return hash;
  throw damaged({ table: table.canonical.name, key: height, height, rule: "canonical/height" });
}
