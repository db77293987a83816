/**
 * Decoding in slices, of parameters that can be large: a schema decodes all of a value in one go.
 * A part of the value is decoded by the same schema as the whole, so that errors are the same too.
 */
import type { z } from "zod";

/**
 * Decodes a part of a parameter.
 * @param offsets where the arrays on the way to what is wrong begin in the whole, from the outside in.
 * @throws {RpcError} -32602.
 */
export type DecodePart = (part: unknown, offsets?: readonly number[]) => unknown;

/** Undefined for a value that is small, or that only the schema can judge. */
export type SlicedDecoder = (
  value: unknown,
  decode: DecodePart,
) => Generator<void, unknown> | undefined;

const decoders = new WeakMap<object, SlicedDecoder>();

/** Has large values of a schema decoded in slices, to what the schema decodes them to. */
export function sliced<S extends z.ZodType>(schema: S, decoder: SlicedDecoder): S {
  decoders.set(schema._zod.def, decoder);
  return schema;
}

/** Undefined for a schema without one. */
export function slicedDecoderOf(schema: z.ZodType): SlicedDecoder | undefined {
  const { _zod } = schema;
  const { def } = _zod as unknown as { readonly def: { readonly innerType?: z.ZodType } };
  const inner = def.innerType;
  return decoders.get(def) ?? (inner === undefined ? undefined : slicedDecoderOf(inner));
}
