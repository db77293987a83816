/** Defines the declaration of a table. */
import { type Codec, raw, rawOf, type ValueCodec } from "./codec.js";

/**
 * - fact: keyed by a hash or by what never changes, written once, kept for ever.
 * - view: of the canonical chain, rewritten when the head moves.
 * - meta: of the database itself.
 */
export type TableKind = "fact" | "view" | "meta";

/** Names a table on disk and the codecs by which its rows are read and written. */
export interface TableView<K, V> {
  readonly kind: TableKind;
  /** Name of the LevelDB sublevel. A retired name is never used again. */
  readonly name: string;
  readonly key: Codec<K>;
  readonly value: ValueCodec<V>;
  readonly about: string;
}

/** A declared table. */
export interface Table<K, V> extends TableView<K, V> {
  /** Reads values as stored, verified against their keys but not decoded. */
  readonly raw: TableView<K, Uint8Array>;
}

const declare =
  (kind: TableKind) =>
  <K, V>(name: string, key: Codec<K>, value: ValueCodec<V>, about: string): Table<K, V> => {
    const common = { kind, name, key, about };
    return { ...common, value, raw: { ...common, value: rawOf(value) } };
  };

export const fact = declare("fact");
export const view = declare("view");
export const meta = declare("meta");

/** Returns a view of a table with keys and values as stored, of which nothing is verified. */
export const rawRows = (
  table: Pick<Table<unknown, unknown>, "kind" | "name" | "about">,
): TableView<Uint8Array, Uint8Array> => ({ ...table, key: raw, value: raw });
