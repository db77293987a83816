/**
 * Results as JSON text. A schema says what a result looks like on the wire; from the same schema a
 * writer is compiled once, which joins text straight from domain values. It skips the validation
 * `z.encode` does on the way out, and is tested to write what `z.encode` gives.
 */
import { z } from "zod";

/** Domain value to JSON text. */
export type Writer<T> = (value: T) => string;

/** By definition, which `describe` and `meta` keep while they copy the schema. */
const writers = new WeakMap<object, Writer<never>>();

/** Gives a schema its own writer, for leaves and for choices no rule can tell apart. */
export function written<S extends z.ZodType>(schema: S, write: Writer<z.output<S>>): S {
  writers.set(schema._zod.def, write);
  return schema;
}

/** Absent inside, null on the wire. */
export function orNull<S extends z.ZodType>(schema: S) {
  const absent = z.codec(z.null(), z.undefined(), {
    decode: () => undefined,
    encode: () => null,
  });
  const write = writerOf(schema);
  return written(z.union([schema, absent]), (value) =>
    value === undefined ? "null" : write(value as z.output<S>),
  );
}

/**
 * The same text in one piece, for what is kept: text joined from parts is a tree of them, several
 * times as large, until somebody reads a character of it.
 */
export function flat(text: string): string {
  text.charCodeAt(0);
  return text;
}

/** Text that is JSON already: large results are written while they are found. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** UTF-8 cut anywhere. @param isReused the bytes of a piece may be written over once the next is asked for. */
export type WritePieces = (isReused: boolean) => Iterable<Uint8Array>;

/** The same for results that are large: how long it is is known, and it is written as it is sent. */
export class JsonBytes {
  /** Bytes. */
  readonly length: number;
  /** From the beginning, each time. */
  readonly pieces: WritePieces;
  constructor(length: number, pieces: WritePieces) {
    this.length = length;
    this.pieces = pieces;
  }
  toString(): string {
    return Buffer.concat([...this.pieces(false)], this.length).toString();
  }
}

/** @throws {TypeError} for a schema no writer is known for, when the contract is loaded. */
export function writerOf<S extends z.ZodType>(schema: S): Writer<z.output<S>> {
  return (writers.get(schema._zod.def) ?? compile(schema)) as Writer<z.output<S>>;
}

function compile(schema: z.ZodType): Writer<never> {
  if (schema instanceof z.ZodObject) return compileObject(schema);
  if (schema instanceof z.ZodArray) return compileArray(schema);
  if (schema instanceof z.ZodRecord) return compileRecord(schema);
  if (schema instanceof z.ZodLazy) return compileLater(schema);
  if (isJsonAsItIs(schema)) return JSON.stringify;
  throw new TypeError(`no writer for a schema of type ${schema._zod.def.type}`);
}

/** Whose domain values are their JSON. */
const isJsonAsItIs = (schema: z.ZodType) =>
  schema instanceof z.ZodString ||
  schema instanceof z.ZodBoolean ||
  schema instanceof z.ZodNumber ||
  schema instanceof z.ZodEnum ||
  schema instanceof z.ZodLiteral ||
  schema instanceof z.ZodUnknown;

/** For shapes that contain themselves. */
function compileLater(schema: z.ZodLazy): Writer<never> {
  let write: Writer<never> | undefined;
  return (value) => {
    write ??= writerOf(schema.unwrap() as z.ZodType);
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
  /** `"key":` */
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
