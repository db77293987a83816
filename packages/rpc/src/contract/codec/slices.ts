/**
 * Decodes large parameters in slices, since a schema decodes a value at once. A part of the value is
 * decoded by the same schema as the whole, so that the errors are the same.
 */
import * as z from "@tandem/schema";

/**
 * Decodes a part of a parameter.
 * @param offsets the start indexes, in the whole value, of the arrays on the path to an error, from
 * the outside in.
 * @throws {RpcError} -32602.
 */
export type DecodePart = (part: unknown, offsets?: readonly number[]) => unknown;

/** Returns undefined for a value that is small or that only the schema can decode. */
export type SlicedDecoder = (
  value: unknown,
  decode: DecodePart,
) => Generator<void, unknown> | undefined;

const decoders = new WeakMap<object, SlicedDecoder>();

/** Decodes large values of a schema in slices; the result must equal that of the schema. */
export function sliced<S extends z.ZodType>(schema: S, decoder: SlicedDecoder): S {
  z.whenConstructed(schema, ({ _zod }) => decoders.set(_zod.def, decoder));
  return schema;
}

/** Returns the sliced decoder of a schema, or undefined. */
export function slicedDecoderOf(schema: z.ZodType): SlicedDecoder | undefined {
  const { _zod } = schema;
  const { def } = _zod as unknown as { readonly def: { readonly innerType?: z.ZodType } };
  const inner = def.innerType;
  return decoders.get(def) ?? (inner === undefined ? undefined : slicedDecoderOf(inner));
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns an object with other values of some members, for a schema to decode. It inherits the other
 * members: there can be a million unknown ones, and a copy would take them all at once.
 */
export const withMembers = (object: Members, replaced: Members): Members =>
  Object.assign(Object.create(object), replaced);
