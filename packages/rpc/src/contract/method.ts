/**
 * Defines the declaration of a method. The decoding of parameters, the writing of the result, the
 * types of its handler and its documentation are derived from it.
 */
import type * as z from "zod";
import type { HistoryKind } from "../backend/upstream.js";
import type { ErrorName } from "./errors.js";

/** Parameters by name, in their order on the wire. Those that accept undefined are optional. */
export type Params = Readonly<Record<string, z.ZodType>>;

/** The history that a method reads, and the parameter that names it. */
export interface Historical<Param extends string = string> {
  readonly kind: HistoryKind;
  readonly param: Param;
}

interface Declaration<P extends Params, R extends z.ZodType> {
  readonly summary: string;
  readonly params: P;
  readonly result: R;
  /** Other names of the same method in other development nodes. */
  readonly aliases?: readonly string[];
  /** The results of aliases that write the same value in another form. */
  readonly aliasResults?: Readonly<Record<string, z.ZodType<z.output<R>>>>;
  /**
   * Names of the parameters in an object that clients send in place of the array, in the order of the parameters.
   * Methods without them take an array only, as the specification says.
   */
  readonly memberNames?: readonly string[];
  /** Set for a development control. A guarded chain, such as `main`, refuses it, and so does `--no-dev-rpc`. */
  readonly isControl?: true;
  /** Set for a method that signs with a key. It is not available on a node that holds none. */
  readonly needsKeys?: true;
  /**
   * Set for a method that executes, scans or proves, and reads only facts, views and the head. A
   * compute thread may answer it. The main thread answers a request for the pending block.
   */
  readonly isHeavy?: true;
  /** Set for a method that imports blocks. Only `--no-dev-rpc` refuses it. */
  readonly isImport?: true;
  /**
   * Set for a method that reads or changes what only the sealer of a cluster has. A replica
   * forwards it to the sealer. Controls and imports are forwarded too.
   */
  readonly isForSealer?: true;
  /** Set for a control that changes the chain other than by a block. A node of a cluster refuses it. */
  readonly isBeyondBlocks?: true;
  /** A node that forks another chain forwards the request to it when this precedes the fork. */
  readonly historical?: Historical;
  /** Errors beyond invalid requests and parameters. */
  readonly faults?: readonly ErrorName[];
  /** Is true for methods that need a connection to send notifications on. */
  readonly isWebSocketOnly?: boolean;
  readonly example: { readonly params: readonly unknown[]; readonly result: unknown };
}

export interface Method<
  Name extends string = string,
  P extends Params = Params,
  R extends z.ZodType = z.ZodType,
> extends Declaration<P, R> {
  readonly name: Name;
}

/** Narrows `historical` to the method's own parameters. A part of `Method` would make it invariant in P. */
interface OwnHistory<P extends Params> {
  readonly historical?: Historical<keyof NoInfer<P> & string>;
}

/** Declares a method. */
export function method<const Name extends string, P extends Params, R extends z.ZodType>(
  name: Name,
  declaration: Declaration<P, R> & OwnHistory<P>,
): Method<Name, P, R> {
  return { name, ...declaration };
}

/** The decoded parameters of a handler. */
export type ParamsOf<M extends Method> = {
  readonly [K in keyof M["params"]]: z.output<M["params"][K]>;
};

/** The result of a handler. */
export type ResultOf<M extends Method> = z.output<M["result"]>;

/** Returns the schema of the result under one of the method's names. */
export const resultUnder = (method: Method, name: string): z.ZodType =>
  method.aliasResults?.[name] ?? method.result;
