/** Implements the methods that contract/trace.ts declares. */

import {
  assertAtMost,
  type BlockRef,
  type LocatedTrace,
  movesWithHead,
  type TracePath,
} from "@tandem/primitives";
import { onceFor } from "@tandem/runtime";
import type { ChainApi } from "../backend/chain-api.js";
import type { ForwardedTrace, FoundTraces } from "../backend/trace-api.js";
import { collectArray } from "../contract/codec/json-collector.js";
import { flat, writerOf } from "../contract/codec/writer.js";
import { RpcError } from "../contract/errors.js";
import { showTrace, trace as traceShape } from "../contract/shape/traces/trace.js";
import type * as contract from "../contract/trace.js";
import { type JsonBytes, JsonText } from "../written-json.js";
import type { Call, Handler } from "./handler.js";

const write = writerOf(traceShape);

type ListText = JsonText | JsonBytes;
const listTexts = new WeakMap<readonly LocatedTrace[], ListText>();
/**
 * The number of traces, and of bytes in all of them, that are written before the first reading of
 * the clock: less than a millisecond.
 */
const tracesBeforeYield = 64;
const bytesBeforeYield = 256 * 1024;

/** Returns the bytes of the parts of a trace whose length has no other limit. */
function bytesOf({ trace: { action, result } }: LocatedTrace): number {
  const given = "input" in action ? action.input : "init" in action ? action.init : undefined;
  const returned = result && ("output" in result ? result.output : result.code);
  return (given?.length ?? 0) + (returned?.length ?? 0);
}

const isQuick = (traces: readonly LocatedTrace[]) =>
  traces.length <= tracesBeforeYield &&
  traces.reduce((sum, trace) => sum + bytesOf(trace), 0) <= bytesBeforeYield;

/** Traces never change: the text of a cached trace is cached too. */
const textOf = onceFor((trace: LocatedTrace) => flat(write(showTrace(trace))));

/** Writes the traces of a block or a transaction. */
function show(
  traces: FoundTraces | Promise<FoundTraces>,
  call: Call,
): ListText | undefined | Promise<ListText | undefined> {
  if (traces instanceof Promise) return traces.then((found) => show(found, call));
  if (traces === undefined) return undefined;
  const known = listTexts.get(traces);
  if (known !== undefined) return known;
  if (!isQuick(traces)) return showYielding(traces, call);
  const made = new JsonText(`[${traces.map((trace) => write(showTrace(trace))).join(",")}]`);
  listTexts.set(traces, made);
  return made;
}

async function showYielding(traces: readonly LocatedTrace[], call: Call): Promise<ListText> {
  const made = await collectArray(traces, (trace) => write(showTrace(trace)), call);
  listTexts.set(traces, made);
  return made;
}

export const block: Handler<typeof contract.block> = (node, { block }, call) =>
  show(node.traceBlock(block), call);

export const transaction: Handler<typeof contract.transaction> = (node, { hash }, call) =>
  show(node.traceTransaction(hash), call);

export const get: Handler<typeof contract.get> = async (node, { hash, position }) => {
  const found = traceAt((await node.traceTransaction(hash)) ?? [], position);
  return found && showTrace(found);
};

/** Finds a trace of a transaction. One pass suffices, because a trace follows its parents. */
function traceAt(
  traces: readonly LocatedTrace[],
  position: readonly number[],
): LocatedTrace | undefined {
  if (position.length === 0) return traces[0];
  let depth = 0;
  let around: TracePath | undefined;
  for (const one of traces) {
    const { path } = one.trace;
    if (path === undefined || path.parent !== around || path.index !== position[depth]) continue;
    if (++depth === position.length) return one;
    around = path;
  }
  return undefined;
}

/** The maximum number of traces in an answer of `trace_filter` (specification section 8), and the default. */
const standardTraceCountMax = 100;

export const filter: Handler<typeof contract.filter> = async (node, { filter }, call) => {
  const max = node.traceCountMax ?? standardTraceCountMax;
  const { from, to, count = max, ...selection } = filter;
  assertAtMost("trace-count", count, max);
  const range = await rangeOf(node, from, to);
  if (range === undefined || count === 0) return [];
  const found = await node.traceFilter({ ...range, ...selection, count }, call);
  const write = (one: LocatedTrace | ForwardedTrace) =>
    "forwarded" in one ? JSON.stringify(one.forwarded) : textOf(one);
  return collectArray(found, write, call);
};

/** Resolves block references to heights. The limit of a range also counts heights above the head. */
async function rangeOf(node: ChainApi, from: BlockRef, to: BlockRef) {
  const first = await heightOf(node, from);
  const last = await heightOf(node, to);
  if (first > last) {
    // A start above it does not contradict an end that moves with the chain.
    if (movesWithHead(to)) return undefined;
    throw new RpcError("params", "params[0] (filter): expected fromBlock not to be above toBlock");
  }
  return { from: first, to: last };
}

async function heightOf(node: ChainApi, ref: BlockRef): Promise<number> {
  if ("number" in ref) return ref.number;
  if ("tag" in ref && ref.tag === "latest") return node.headNumber();
  // Of a fork, the first block is that of the forked chain.
  if ("tag" in ref && ref.tag === "earliest") return 0;
  return (await node.block(ref))?.header.number ?? 0;
}
