/** Defines the declaration of a table. */
import { type Codec, raw, rawOf, type ValueCodec } from "./codec.js";

/**
 * The kind of a table:
 * - fact: keyed by a hash or another invariant, written once, stored for ever.
 * - view: derived from the canonical chain, rewritten when the head moves.
 * - meta: data of the database itself.
 */
export type TableKind = "fact" | "view" | "meta";

/** A table's name on disk and the codecs of its rows. */
export interface TableView<K, V> {
  readonly kind: TableKind;
  /** Name of the LevelDB sublevel. A retired name is never reused. */
  readonly name: string;
  readonly key: Codec<K>;
  readonly value: ValueCodec<V>;
  readonly about: string;
}

/** A declared table. */
export interface Table<K, V> extends TableView<K, V> {
  /** The table with values as stored, verified against their keys but not decoded. */
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

/** Returns a view of a table with keys and values as stored, without verification. */
export const rawRows = (
  table: Pick<Table<unknown, unknown>, "kind" | "name" | "about">,
): TableView<Uint8Array, Uint8Array> => ({ ...table, key: raw, value: raw });
