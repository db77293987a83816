/** Defers the construction of schemas to their first use. */
import type * as zod from "zod";

/** Lists the methods of a schema that return another one, which can wait too. */
const derivations: ReadonlySet<PropertyKey> = new Set([
  "check",
  "default",
  "describe",
  "extend",
  "length",
  "max",
  "meta",
  "min",
  "nonnegative",
  "nullable",
  "nullish",
  "omit",
  "optional",
  "partial",
  "prefault",
  "refine",
  "regex",
  "transform",
]);

type Observer = (schema: zod.ZodType) => void;
type Make = (...args: readonly unknown[]) => zod.ZodType;

/** Holds how a schema is constructed, and the schema once it is. */
class Deferral implements ProxyHandler<object> {
  readonly #construct: () => zod.ZodType;
  readonly #observers: Observer[] = [];
  #schema: zod.ZodType | undefined;

  constructor(construct: () => zod.ZodType) {
    this.#construct = construct;
  }

  get isPending(): boolean {
    return this.#schema === undefined;
  }

  schema(): zod.ZodType {
    if (this.#schema === undefined) {
      this.#schema = this.#construct();
      for (const observe of this.#observers.splice(0)) observe(this.#schema);
    }
    return this.#schema;
  }

  observe(observer: Observer): void {
    if (this.#schema === undefined) this.#observers.push(observer);
    else observer(this.#schema);
  }

  get(_target: object, key: PropertyKey): unknown {
    if (this.isPending && derivations.has(key)) {
      return deferring((...args) => {
        const schema = this.schema() as unknown as Readonly<Record<PropertyKey, Make>>;
        return (schema[key] as Make)(...args);
      });
    }
    const schema = this.schema();
    return Reflect.get(schema, key, schema);
  }

  has(_target: object, key: PropertyKey): boolean {
    return Reflect.has(this.schema(), key);
  }
}

const deferrals = new WeakMap<object, Deferral>();

/** Returns a schema that is constructed when something is first read of it. */
export function defer(construct: () => zod.ZodType): zod.ZodType {
  const deferral = new Deferral(construct);
  const schema = new Proxy({}, deferral) as zod.ZodType;
  deferrals.set(schema, deferral);
  return schema;
}

/**
 * Returns a function of the same parameters whose schemas are constructed when something is first read
 * of them. What the arguments contain must not change until then.
 */
export const deferring = <F extends (...args: never[]) => zod.ZodType>(make: F): F =>
  ((...args: readonly unknown[]) =>
    defer(() => (make as unknown as Make)(...args.map(constructedIn)))) as unknown as F;

/** Returns an argument of Zod's functions with constructed schemas in the place of deferred ones. */
function constructedIn(argument: unknown): unknown {
  if (typeof argument !== "object" || argument === null) return argument;
  const deferral = deferrals.get(argument);
  if (deferral !== undefined) return deferral.schema();
  if (Array.isArray(argument)) return argument.map(constructedIn);
  if (Object.getPrototypeOf(argument) !== Object.prototype) return argument;
  return Object.fromEntries(
    Object.entries(argument).map(([key, value]) => [key, constructedIn(value)]),
  );
}

/** Returns the constructed schema: it is read faster, and is the key under which Zod registers facts of it. */
export const constructed = <S extends zod.ZodType>(schema: S): S =>
  (deferrals.get(schema)?.schema() ?? schema) as S;

/** Returns whether a schema is still to be constructed. */
export const isPending = (schema: zod.ZodType): boolean =>
  deferrals.get(schema)?.isPending === true;

/** Calls a function with a schema as soon as it is constructed. */
export function whenConstructed(schema: zod.ZodType, observer: Observer): void {
  const deferral = deferrals.get(schema);
  if (deferral === undefined) observer(schema);
  else deferral.observe(observer);
}
