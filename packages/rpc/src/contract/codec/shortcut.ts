/**
 * Shortcuts past a schema: most parameters are one of few plain forms, which a test of a pattern
 * accepts at a tenth of the schema's cost. What a shortcut does not know goes the schema's way, and
 * so does everything that is wrong.
 */
import { z } from "zod";

/** The decoded value, or undefined when the schema must say. */
export type Shortcut = (value: unknown) => unknown;

/** By definition, which `describe` and `meta` keep while they copy the schema. */
const shortcuts = new WeakMap<object, Shortcut>();

/** Gives a schema a shortcut, which must give what the schema gives. */
export function shortcut<S extends z.ZodType>(schema: S, take: Shortcut): S {
  shortcuts.set(schema._zod.def, take);
  return schema;
}

/** Undefined for a schema without one. Looks through defaults: an absent value goes the long way. */
export function shortcutOf(schema: z.ZodType): Shortcut | undefined {
  if (schema instanceof z.ZodPrefault) return shortcutOf(schema.unwrap() as z.ZodType);
  return shortcuts.get(schema._zod.def);
}
