/**
 * Decodes positional parameters to a handler's named ones. Errors state the parameter, the expected
 * form and the received value.
 */
import { Fault } from "@tandem/primitives";
import { runYielding } from "@tandem/runtime";
import { constructed } from "@tandem/schema";
import type * as z from "zod";
import { type Shortcut, shortcutOf } from "../../contract/codec/shortcut.js";
import { type SlicedDecoder, slicedDecoderOf } from "../../contract/codec/slices.js";
import { RpcError } from "../../contract/errors.js";
import type { Method } from "../../contract/method.js";

type Named = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly schema: z.ZodType;
  readonly isOptional: boolean;
  /** Stands for an optional parameter that is absent. */
  readonly absent: unknown;
  readonly take: Shortcut | undefined;
  readonly slices: SlicedDecoder | undefined;
}

type Steps = Generator<void, unknown>;

/**
 * Returns a function that decodes parameters, in slices if they are large. Null for an optional
 * parameter means that it is absent.
 * @throws {RpcError} -32602 for invalid parameters; the promise rejects with it.
 * @throws {Fault} `bad-request` for those that contradict each other in a way that other nodes name.
 */
export function compileParams(
  method: Method,
): (given: readonly unknown[]) => Named | Promise<Named> {
  const parameters = Object.entries(method.params).map(([name, declared]): Parameter => {
    const schema = constructed(declared);
    const { success: isOptional, data: absent } = schema.safeParse(undefined);
    return {
      name,
      schema,
      isOptional,
      absent: shared(absent),
      take: shortcutOf(schema),
      slices: slicedDecoderOf(schema),
    };
  });
  return (given) => {
    if (given.length > parameters.length) throw tooMany(given.length, parameters.length);
    const named: Record<string, unknown> = {};
    let long: (readonly [name: string, steps: Steps])[] | undefined;
    for (let i = 0; i < parameters.length; i++) {
      const parameter = parameters[i] as Parameter;
      const value = given[i];
      if (parameter.isOptional && (value === undefined || value === null)) {
        named[parameter.name] = parameter.absent;
        continue;
      }
      const steps = parameter.slices?.(value, (part, offsets) =>
        decode(parameter, i, part, offsets),
      );
      if (steps === undefined) {
        named[parameter.name] = parameter.take?.(value) ?? decode(parameter, i, value);
      } else {
        long ??= [];
        long.push([parameter.name, steps]);
      }
    }
    return long === undefined ? named : decodeLater(named, long);
  };
}

async function decodeLater(
  named: Named,
  long: readonly (readonly [name: string, steps: Steps])[],
): Promise<Named> {
  const decoded: Record<string, unknown> = { ...named };
  for (const [name, steps] of long) decoded[name] = await runYielding(steps);
  return decoded;
}

function tooMany(count: number, max: number): RpcError {
  return new RpcError("params", `too many parameters: expected at most ${max}, got ${count}`);
}

/** Returns a value that requests share, which none may therefore change. */
const shared = (value: unknown): unknown => Object.freeze(value);

/** Decodes a parameter. */
function decode(
  { name, schema }: Parameter,
  at: number,
  value: unknown,
  offsets: readonly number[] = [],
): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = mostSpecific(result.error.issues[0]);
  const path = issue?.path ?? [];
  const expected = issue?.message ?? "expected another value";
  const shown = pathText(moved(path, offsets));
  const where = `params[${at}]${shown} (${name}${shown})`;
  // If members contradict each other, the message names them, and the value is not repeated.
  const found = issue?.code === "custom" ? "" : `, got ${valueText(valueAt(value, path))}`;
  const message = `${where}: ${expected}${found}`;
  const named = issue?.code === "custom" ? issue.params : undefined;
  if (named !== undefined) throw new Fault({ code: "bad-request", message, ...named });
  throw new RpcError("params", message);
}

/**
 * Returns the issue inside an object in whose place a boolean may stand: the union itself would name
 * both forms, and no member of the object.
 */
function mostSpecific(issue: z.core.$ZodIssue | undefined): z.core.$ZodIssue | undefined {
  if (issue?.code !== "invalid_union") return issue;
  const others = issue.errors.flatMap(([first]) => (isNoBoolean(first) ? [] : [first]));
  return others.length === 1 && issue.errors.length === 2 && others[0]?.path.length
    ? others[0]
    : issue;
}

const isNoBoolean = (issue: z.core.$ZodIssue | undefined) =>
  issue?.code === "invalid_type" && issue.expected === "boolean" && issue.path.length === 0;

/** Returns the path in the whole value for a path in a part of it. */
function moved(path: readonly PropertyKey[], offsets: readonly number[]): readonly PropertyKey[] {
  let arrays = 0;
  return path.map((key) => (typeof key === "number" ? key + (offsets[arrays++] ?? 0) : key));
}

const pathText = (path: readonly PropertyKey[]) =>
  path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null) return undefined;
    at = (at as Record<PropertyKey, unknown>)[key];
  }
  return at;
}

/** The number of characters of a value that an error repeats. */
const shownCharactersMax = 80;

function valueText(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  const isLong = typeof value === "string" && value.length > shownCharactersMax;
  const text = JSON.stringify(isLong ? value.slice(0, shownCharactersMax) : value);
  return text.length > shownCharactersMax ? `${text.slice(0, shownCharactersMax)}…` : text;
}
