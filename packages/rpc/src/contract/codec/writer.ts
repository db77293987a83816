/**
 * Compiles a schema into a writer, which joins JSON text straight from domain values. It skips the
 * validation of `z.encode`, and tests compare its text to that of `z.encode`.
 */
import * as z from "@tandem/schema";

/** Converts a domain value to JSON text. */
export type Writer<T> = (value: T) => string;

/** Is keyed by the definition, which `describe` and `meta` share when they copy the schema. */
const writers = new WeakMap<object, Writer<never>>();

/** Adds a writer to a schema, for leaves and for unions that no rule can distinguish. */
export function written<S extends z.ZodType>(schema: S, write: Writer<z.output<S>>): S {
  z.whenConstructed(schema, ({ _zod }) => writers.set(_zod.def, write));
  return schema;
}

/** Decodes null to undefined. */
export const absent = z.codec(z.null(), z.undefined(), {
  decode: () => undefined,
  encode: () => null,
});

/** Returns a schema for a value that may be undefined inside and is then null on the wire. */
export function orNull<S extends z.ZodType>(schema: S) {
  const union = z.union([schema, absent]);
  z.whenConstructed(union, ({ _zod }) => {
    const write = writerOf(schema);
    writers.set(_zod.def, (value: z.output<S> | undefined) =>
      value === undefined ? "null" : write(value),
    );
  });
  return union;
}

/**
 * Flattens a text that is stored: V8 represents joined text as a tree of its parts, several times as
 * large, until a character is read.
 */
export function flat(text: string): string {
  text.charCodeAt(0);
  return text;
}

/**
 * Returns the writer of a schema. It is compiled at its first use if the schema was not used before.
 * @throws {TypeError} if no writer is known for a schema; the writer throws it if it is compiled later.
 */
export function writerOf<S extends z.ZodType>(schema: S): Writer<z.output<S>> {
  if (z.isPending(schema)) return compileLater(() => schema);
  return (writers.get(schema._zod.def) ?? compile(schema)) as Writer<z.output<S>>;
}

function compile(schema: z.ZodType): Writer<never> {
  if (schema instanceof z.ZodObject) return compileObject(schema);
  if (schema instanceof z.ZodArray) return compileArray(schema);
  if (schema instanceof z.ZodRecord) return compileRecord(schema);
  if (schema instanceof z.ZodLazy) return compileLater(() => schema.unwrap() as z.ZodType);
  if (isJsonAsItIs(schema)) return JSON.stringify;
  throw new TypeError(`no writer for a schema of type ${schema._zod.def.type}`);
}

/** Returns whether domain values of a schema equal their JSON. */
const isJsonAsItIs = (schema: z.ZodType) =>
  schema instanceof z.ZodString ||
  schema instanceof z.ZodBoolean ||
  schema instanceof z.ZodNumber ||
  schema instanceof z.ZodEnum ||
  schema instanceof z.ZodLiteral ||
  schema instanceof z.ZodUnknown;

/** Returns the writer of a schema that is not constructed, or refers to itself. */
function compileLater<T>(schema: () => z.ZodType<T>): Writer<T> {
  let write: Writer<T> | undefined;
  return (value) => {
    write ??= writerOf(z.constructed(schema()));
    return write(value);
  };
}

function compileRecord(schema: z.ZodRecord): Writer<never> {
  const write = writerOf(schema.valueType as z.ZodType);
  return (record: Readonly<Record<string, unknown>>) => {
    const members = Object.entries(record).map(
      ([key, value]) => `${JSON.stringify(key)}:${write(value)}`,
    );
    return `{${members.join(",")}}`;
  };
}

function compileArray(schema: z.ZodArray): Writer<never> {
  const write = writerOf(schema.element as z.ZodType);
  return (values: readonly unknown[]) => {
    let text = "[";
    for (let i = 0; i < values.length; i++) text += (i === 0 ? "" : ",") + write(values[i]);
    return `${text}]`;
  };
}

interface Member {
  readonly key: string;
  /** The text `"key":`. */
  readonly label: string;
  readonly write: Writer<unknown>;
  readonly isOptional: boolean;
}

function compileObject(schema: z.ZodObject): Writer<never> {
  const members = Object.entries(schema.shape).map(([key, value]): Member => {
    const isOptional = value instanceof z.ZodOptional;
    const inner = (isOptional ? value.unwrap() : value) as z.ZodType;
    return { key, label: `${JSON.stringify(key)}:`, write: writerOf(inner), isOptional };
  });
  return (value: Readonly<Record<string, unknown>>) => {
    let text = "{";
    for (const { key, label, write, isOptional } of members) {
      const member = value[key];
      if (isOptional && member === undefined) continue;
      text += (text.length === 1 ? "" : ",") + label + write(member);
    }
    return `${text}}`;
  };
}
