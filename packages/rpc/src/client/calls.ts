/**
 * Derives a function for each method of the contract: parameters by name, as domain values or in
 * their JSON form, with optional ones, and a decoded result. It is declared nowhere else, so that
 * client and server agree.
 */
import { isJsonObject } from "@tandem/primitives";
import * as z from "zod";
import { type Contract, contract } from "../contract/index.js";
import type { Method, ResultOf } from "../contract/method.js";
import { ForeignAnswer } from "./response.js";

/** Subscriptions need more than one call: see `WebSocketClient.subscribe`. */
type Callable = Exclude<Contract, { readonly name: "eth_subscribe" | "eth_unsubscribe" }>;

type OptionalKeys<P extends Method["params"]> = {
  [K in keyof P]: undefined extends z.input<P[K]> ? K : never;
}[keyof P];

/** A value of a parameter: decoded, such as the bytes of an address, or its JSON form, such as their hex. */
export type Value<S extends z.ZodType> = z.output<S> | z.input<S>;

/** The parameters of a method by name. */
export type Arguments<M extends Method> = {
  readonly [K in Exclude<keyof M["params"], OptionalKeys<M["params"]>>]: Value<M["params"][K]>;
} & {
  readonly [K in OptionalKeys<M["params"]>]?: Value<M["params"][K]> | undefined;
};

type CallOf<M extends Method> =
  Record<never, never> extends Arguments<M>
    ? (params?: Arguments<M>) => Promise<ResultOf<M>>
    : (params: Arguments<M>) => Promise<ResultOf<M>>;

/** Has `eth_getBalance({ address })` and so on, for every method that is one call. */
export type Calls = { readonly [M in Callable as M["name"]]: CallOf<M> };

/** Sends JSON parameters to the node and returns the JSON result, or throws an `RpcError`. */
export type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>;

/**
 * Encodes a parameter as JSON. A value in its JSON form is returned as it is.
 * @throws {TypeError} if it has neither form.
 */
function encodeParam(method: string, name: string, schema: z.ZodType, value: unknown): unknown {
  try {
    return z.encode(schema, value as never);
  } catch (cause) {
    // An encoder fails in its own way for a value of another form, for example at a missing member.
    const { success, error } = z.safeDecode(schema, value as never);
    if (success) return value;
    const [{ path, message } = { path: [], message: "expected another value" }] = error.issues;
    throw new TypeError(`${method}: ${[name, ...path].join(".")}: ${message}`, { cause });
  }
}

/**
 * Encodes positional parameters as JSON.
 * @throws {TypeError} if a value does not fit its parameter, or the method has no such parameter.
 */
export function encodeParams(
  { name: method, params: schemas }: Method,
  given: Readonly<Record<string, unknown>>,
): readonly unknown[] {
  const names = Object.keys(schemas);
  if (!isJsonObject(given) || Object.keys(given).some((name) => !Object.hasOwn(schemas, name))) {
    throw new TypeError(`${method}: expected an object of parameters: { ${names.join(", ")} }`);
  }
  const params = Object.entries(schemas).map(([name, schema]) => {
    const value = given[name];
    return value === undefined ? null : encodeParam(method, name, schema, value);
  });
  while (params.length > 0 && params.at(-1) === null) params.pop();
  return params;
}

type Issue = Pick<z.core.$ZodIssue, "path" | "message">;

/** Returns the innermost issue of a union, such as that of an object in whose place null may stand. */
function innermost(issue: z.core.$ZodIssue): Issue {
  if (issue.code !== "invalid_union") return issue;
  const firsts = issue.errors.flatMap(([first]) => (first === undefined ? [] : innermost(first)));
  const [deepest] = firsts.sort((a, b) => b.path.length - a.path.length);
  if (deepest === undefined || deepest.path.length === 0) return issue;
  return { path: [...issue.path, ...deepest.path], message: deepest.message };
}

/** @throws {ForeignAnswer} for a result of another form. */
function decodeResult({ name, result: schema }: Method, result: unknown): unknown {
  try {
    return z.decode(schema, result as never);
  } catch (cause) {
    if (!(cause instanceof z.ZodError)) throw cause;
    const [issue] = cause.issues;
    const { path, message } = issue ? innermost(issue) : { path: [], message: "unknown" };
    const place = path.length === 0 ? "" : ` at ${path.join(".")}`;
    throw new ForeignAnswer(`the answer to ${name} has another form${place}: ${message}`, {
      cause,
    });
  }
}

export function createCalls(ask: Ask): Calls {
  const functions = contract.map((method: Method) => {
    const call = async (given: Readonly<Record<string, unknown>> = {}) =>
      decodeResult(method, await ask(method.name, encodeParams(method, given)));
    return [method.name, call] as const;
  });
  return Object.fromEntries(functions) as unknown as Calls;
}
