/** Compiles a method for the dispatcher, from the contract and the handlers. */

import { constructed } from "@tandem/schema";
import type { HistoricalRequest } from "../../backend/upstream.js";
import {
  type LooseReader,
  looseReaderOf,
  readerOfTuple,
} from "../../contract/codec/loose-forms.js";
import { type Writer, writerOf } from "../../contract/codec/writer.js";
import { contract, modules, namesOf } from "../../contract/index.js";
import { type Historical, type Method, resultUnder } from "../../contract/method.js";
import type { AnyPreparedHandler } from "../../handlers/handler.js";
import { handlers } from "../../handlers/index.js";
import { JsonBytes, JsonText } from "../../written-json.js";
import { compileParams } from "./params.js";

/** A method with everything that the dispatcher needs to answer a request. */
export interface MethodEntry extends AnyPreparedHandler {
  readonly decode: ReturnType<typeof compileParams>;
  readonly write: Writer<never>;
  readonly isWebSocketOnly: boolean;
  /** Is true if a compute thread may answer it. */
  readonly isHeavy: boolean;
  /**
   * Describes which history a request reads, for a fork of another chain; undefined for a method that
   * reads none.
   */
  readonly historical: Pick<HistoricalRequest, "kind" | "at"> | undefined;
  /**
   * Index of the block parameter if the specification requires it. Other nodes use the latest block
   * if it is absent.
   */
  readonly requiredBlockAt: number | undefined;
  /** Index of the block parameter in whose place Hardhat's network uses the pending block if it is absent. */
  readonly pendingBlockAt: number | undefined;
  /** Reads the parameters in the forms that other nodes take; undefined if these are none beside the specification's. */
  readonly readLoosely: LooseReader | undefined;
  readonly method: Method;
}

/** The number of bytes up to which a text is joined and sent at once. */
const wholeBytesMax = 64 * 1024;

/** Returns the JSON text of a result, in pieces if it is large. */
export function textOf(entry: MethodEntry, result: unknown): string | JsonBytes {
  if (result instanceof JsonText) return result.text;
  if (!(result instanceof JsonBytes)) return entry.write(result as never);
  return result.length <= wholeBytesMax ? result.toString() : result;
}

function historicalOf(method: Method): MethodEntry["historical"] {
  const historical: Historical | undefined = method.historical;
  if (historical === undefined) return undefined;
  const { kind, param } = historical;
  return { kind, at: Object.keys(method.params).indexOf(param) };
}

function requiredBlockAtOf(method: Method): number | undefined {
  const historical = historicalOf(method);
  if (historical?.kind !== "state") return undefined;
  const schema = Object.values(method.params)[historical.at];
  return schema?.safeParse(undefined).success === false ? historical.at : undefined;
}

const methods: ReadonlyMap<string, Method> = new Map(
  contract.flatMap((method) => namesOf(method).map((name) => [name, method] as const)),
);
const compiled = new Map<string, MethodEntry>();
/** The last entry and its name: most batches repeat one method, and a comparison needs no hash. */
let last: { readonly name: string; readonly entry: MethodEntry } | undefined;

/**
 * Returns the entry of a method, which is compiled at its first use, or undefined for an unknown
 * name.
 */
export function entryOf(name: string): MethodEntry | undefined {
  if (last?.name === name) return last.entry;
  const entry = compiled.get(name) ?? compile(name);
  if (entry !== undefined) last = { name, entry };
  return entry;
}

function compile(name: string): MethodEntry | undefined {
  const method = methods.get(name);
  if (method === undefined) return undefined;
  const entry: MethodEntry = {
    decode: compileParams(method),
    ...(handlers.get(method.name) as AnyPreparedHandler),
    write: writerOf(constructed(resultUnder(method, name))),
    isWebSocketOnly: method.isWebSocketOnly === true,
    isHeavy: method.isHeavy === true,
    historical: historicalOf(method),
    requiredBlockAt: requiredBlockAtOf(method),
    pendingBlockAt: method === modules.execute.estimateGas ? 1 : undefined,
    readLoosely: readerOfTuple(Object.values(method.params).map(looseReaderOf)),
    method,
  };
  compiled.set(name, entry);
  return entry;
}
