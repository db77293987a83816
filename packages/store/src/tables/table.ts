/** Defines the declaration of a table. */
import { type Codec, raw } from "./codec.js";

/**
 * - fact: keyed by a hash or by what never changes, written once, kept for ever.
 * - view: of the canonical chain, rewritten when the head moves.
 * - meta: of the database itself.
 */
export type TableKind = "fact" | "view" | "meta";

export interface Table<K, V> {
  readonly kind: TableKind;
  /** Name of the LevelDB sublevel. A retired name is never used again. */
  readonly name: string;
  readonly key: Codec<K>;
  readonly value: Codec<V>;
  readonly about: string;
}

const declare =
  (kind: TableKind) =>
  <K, V>(name: string, key: Codec<K>, value: Codec<V>, about: string): Table<K, V> => ({
    kind,
    name,
    key,
    value,
    about,
  });

export const fact = declare("fact");
export const view = declare("view");
export const meta = declare("meta");

/** Returns the table with values as stored, for callers that need not decode them all. */
export const asStored = <K>(table: Table<K, unknown>): Table<K, Uint8Array> => ({
  ...table,
  value: raw,
});

/** Returns the table with keys and values as stored. */
export const asRaw = (
  table: Pick<Table<unknown, unknown>, "kind" | "name" | "about">,
): Table<Uint8Array, Uint8Array> => ({ ...table, key: raw, value: raw });
