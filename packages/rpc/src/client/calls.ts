/**
 * Derives a function for each method of the contract: parameters by name and as domain values, with
 * optional ones, and a decoded result. It is declared nowhere else, so that client and server agree.
 */
import * as z from "zod";
import { type Contract, contract } from "../contract/index.js";
import type { Method, ResultOf } from "../contract/method.js";
import { ForeignAnswer } from "./response.js";

/** Subscriptions need more than one call: see `WebSocketClient.subscribe`. */
type Callable = Exclude<Contract, { readonly name: "eth_subscribe" | "eth_unsubscribe" }>;

type OptionalKeys<P extends Method["params"]> = {
  [K in keyof P]: undefined extends z.input<P[K]> ? K : never;
}[keyof P];

/** The parameters of a method by name. */
export type Arguments<M extends Method> = {
  readonly [K in Exclude<keyof M["params"], OptionalKeys<M["params"]>>]: z.output<M["params"][K]>;
} & {
  readonly [K in OptionalKeys<M["params"]>]?: z.output<M["params"][K]> | undefined;
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
 * Encodes positional parameters as JSON.
 * @throws if a value does not fit its parameter.
 */
export function encodeParams(
  method: Method,
  given: Readonly<Record<string, unknown>>,
): readonly unknown[] {
  const params = Object.entries(method.params).map(([name, schema]) => {
    const value = given[name];
    return value === undefined ? null : z.encode(schema, value as never);
  });
  while (params.length > 0 && params.at(-1) === null) params.pop();
  return params;
}

/** @throws {ForeignAnswer} for a result of another form. */
function decodeResult({ name, result: schema }: Method, result: unknown): unknown {
  try {
    return z.decode(schema, result as never);
  } catch (cause) {
    if (!(cause instanceof z.ZodError)) throw cause;
    const [{ path, message } = { path: [], message: "unknown" }] = cause.issues;
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
