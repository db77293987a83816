/** Implements the methods that contract/trace.ts declares. */

import { type BlockRef, Fault, type LocatedTrace } from "@tandem/primitives";
import { collectArray } from "../contract/codec/json-collector.js";
import { flat, type JsonBytes, JsonText, writerOf } from "../contract/codec/writer.js";
import { RpcError } from "../contract/errors.js";
import { showTrace, trace as traceShape } from "../contract/shape/trace.js";
import { traceCountMax } from "../contract/shape/trace-filter.js";
import type * as contract from "../contract/trace.js";
import type { ChainApi } from "../server/backend/chain-api.js";
import type { FoundTraces } from "../server/backend/trace-api.js";
import type { Call, Handler } from "./handler.js";

const write = writerOf(traceShape);

/** Traces never change: the text of a cached trace is cached too. */
const texts = new WeakMap<LocatedTrace, string>();
type ListText = JsonText | JsonBytes;
const listTexts = new WeakMap<readonly LocatedTrace[], ListText>();
/**
 * The number of traces that are written before the first reading of the clock: less than a
 * millisecond.
 */
const tracesBeforeYield = 64;

function textOf(trace: LocatedTrace): string {
  const known = texts.get(trace);
  if (known !== undefined) return known;
  const text = flat(write(showTrace(trace)));
  texts.set(trace, text);
  return text;
}

const listOf = (traces: readonly LocatedTrace[], toText: (trace: LocatedTrace) => string) =>
  new JsonText(`[${traces.map(toText).join(",")}]`);

/** Writes the traces of a block or a transaction. */
function show(
  traces: FoundTraces | Promise<FoundTraces>,
  call: Call,
): ListText | undefined | Promise<ListText | undefined> {
  if (traces instanceof Promise) return traces.then((found) => show(found, call));
  if (traces === undefined) return undefined;
  const known = listTexts.get(traces);
  if (known !== undefined) return known;
  if (traces.length > tracesBeforeYield) return showYielding(traces, call);
  const made = listOf(traces, (trace) => write(showTrace(trace)));
  listTexts.set(traces, made);
  return made;
}

async function showYielding(traces: readonly LocatedTrace[], call: Call): Promise<ListText> {
  const made = await collectArray(
    traces,
    (trace) => write(showTrace(trace)),
    call.answerCharactersMax,
  );
  listTexts.set(traces, made);
  return made;
}

export const block: Handler<typeof contract.block> = (node, { block }, call) =>
  show(node.traceBlock(block), call);

export const transaction: Handler<typeof contract.transaction> = (node, { hash }, call) =>
  show(node.traceTransaction(hash), call);

export const get: Handler<typeof contract.get> = async (node, { hash, position }) => {
  const found = (await node.traceTransaction(hash))?.find(({ trace: { traceAddress } }) => {
    return (
      traceAddress.length === position.length && traceAddress.every((at, i) => at === position[i])
    );
  });
  return found && showTrace(found);
};

export const filter: Handler<typeof contract.filter> = async (node, { filter }, call) => {
  const { from, to, count, ...selection } = filter;
  if (count > traceCountMax) {
    throw new Fault({ code: "limit-exceeded", limit: "trace-count", max: traceCountMax });
  }
  const range = await rangeOf(node, from, to);
  if (range === undefined || count === 0) return [];
  const found = await node.traceFilter({ ...range, ...selection, count }, call.signal);
  return listOf(found, textOf);
};

/** Resolves block references to heights. The limit of a range also counts heights above the head. */
async function rangeOf(node: ChainApi, from: BlockRef, to: BlockRef) {
  const first = await heightOf(node, from);
  const last = await heightOf(node, to);
  const head = node.headNumber();
  // A start above the head is no contradiction to an end that moves with the chain.
  if (first > head && "tag" in to && to.tag === "latest") return undefined;
  if (first > last) {
    throw new RpcError("params", "params[0] (filter): expected fromBlock not to be above toBlock");
  }
  return { from: first, to: last };
}

async function heightOf(node: ChainApi, ref: BlockRef): Promise<number> {
  if ("number" in ref) return ref.number;
  if ("tag" in ref && ref.tag === "latest") return node.headNumber();
  return (await node.block(ref))?.header.number ?? 0;
}
