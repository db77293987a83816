/**
 * Provides fast paths past a schema: most parameters have one of few plain forms, which a pattern
 * accepts at a tenth of the schema's cost. The schema decodes all other values, and every invalid one.
 */
import * as z from "@tandem/schema";

/** Returns the decoded value, or undefined if the schema must decide. */
export type Shortcut = (value: unknown) => unknown;

/** Is keyed by the definition, which `describe` and `meta` share when they copy the schema. */
const shortcuts = new WeakMap<object, Shortcut>();

/** Adds a fast path to a schema; it must return what the schema returns. */
export function shortcut<S extends z.ZodType>(schema: S, take: Shortcut): S {
  z.whenConstructed(schema, ({ _zod }) => shortcuts.set(_zod.def, take));
  return schema;
}

/**
 * Returns the fast path of a schema, or undefined. It looks through defaults: an absent value is left
 * to the schema.
 */
export function shortcutOf(schema: z.ZodType): Shortcut | undefined {
  if (schema instanceof z.ZodPrefault) return shortcutOf(schema.unwrap() as z.ZodType);
  return shortcuts.get(schema._zod.def);
}

/** Returns the fast path of a schema, which is looked up at its first use: the schema may not be constructed yet. */
export function shortcutLater(schema: z.ZodType): Shortcut {
  let take: Shortcut | undefined;
  return (value) => {
    take ??= shortcutOf(z.constructed(schema));
    return take?.(value);
  };
}
