/** Exports the functions of Zod that are used, with schemas that are constructed at their first use. */
import * as zod from "zod";
import { constructed, defer, deferring } from "./deferred.js";

export type * from "zod";
export {
  check,
  encode,
  NEVER,
  ZodArray,
  ZodBoolean,
  ZodEnum,
  ZodLazy,
  ZodLiteral,
  ZodNumber,
  ZodObject,
  ZodOptional,
  ZodPrefault,
  ZodRecord,
  ZodString,
  ZodUnknown,
} from "zod";
export { constructed, isPending, whenConstructed } from "./deferred.js";

export const array = deferring(zod.array);
export const bigint = deferring(zod.bigint);
export const boolean = deferring(zod.boolean);
export const codec = deferring(zod.codec);
export const custom = deferring(zod.custom);
export const hex = deferring(zod.hex);
export const int = deferring(zod.int);
export const literal = deferring(zod.literal);
export const looseObject = deferring(zod.looseObject);
export const map = deferring(zod.map);
export const never = deferring(zod.never);
export const number = deferring(zod.number);
export const object = deferring(zod.object);
export const record = deferring(zod.record);
export const strictObject = deferring(zod.strictObject);
export const string = deferring(zod.string);
export const tuple = deferring(zod.tuple);
export const union = deferring(zod.union);
export const unknown = deferring(zod.unknown);
export const url = deferring(zod.url);

const enumeration = deferring(zod.enum);
const nullValue = deferring(zod.null);
const undefinedValue = deferring(zod.undefined);

export { enumeration as enum, nullValue as null, undefinedValue as undefined };

/** Returns a schema for a form that contains itself. */
export const lazy = <S extends zod.ZodType>(schema: () => S): zod.ZodLazy<S> =>
  defer(() => zod.lazy(() => constructed(schema()))) as zod.ZodLazy<S>;
