/** Implements the parts of the port that read facts and views, for the node and its compute threads. */
import type { BlockRef } from "@tandem/primitives";
import {
  type ChainApi,
  type ExplorerApi,
  type RangeApi,
  receiptsOfBlock,
  type StateApi,
  type TraceApi,
} from "@tandem/rpc";
import { after, type Cancellation, cancelledByEither } from "@tandem/runtime";
import { debugBlock, debugCall, debugCalls, debugRaw, debugTransaction } from "./debug.js";
import { explorerApi } from "./explorer.js";
import { stackTraceOf } from "./failed-execution.js";
import { blockAt, isPending, readerAt, stateOf } from "./locate.js";
import { findLogs } from "./logs.js";
import { rangeApi } from "./ranges.js";
import type { ReadParts } from "./read-parts.js";
import { findReceipt, shownBlock, showPending } from "./show.js";
import { accessListAt, estimateAt } from "./simulate.js";
import { simulateBlocks } from "./simulate-blocks.js";
import { traceBlock, traceTransaction } from "./traces.js";

type StateReads = Omit<StateApi, "transactionCount">;
type ChainReads = Pick<
  ChainApi,
  | "headNumber"
  | "headHash"
  | "block"
  | "prevRandao"
  | "loadTransaction"
  | "receipt"
  | "blockReceipts"
  | "blockHash"
  | "header"
  | "logs"
  | "pricesPaid"
>;

/** Answers requests that depend only on facts, views, the head and the pending block. */
export interface Reads extends StateReads, RangeApi, ChainReads, TraceApi, ExplorerApi {}

/** Returns what cancels a request: its own cancellation, or that of all reads. */
const endingBy =
  ({ cancellation }: ReadParts) =>
  (own: Cancellation): Cancellation =>
    cancellation === undefined ? own : cancelledByEither(own, cancellation);

export const readsOf = (parts: ReadParts): Reads => ({
  ...stateReads(parts),
  ...rangeApi(parts, endingBy(parts)),
  ...chainReads(parts),
  ...traceApi(parts),
  ...explorerApi(parts),
});

const latest: BlockRef = { tag: "latest" };

/** Reads accounts, and executes calls with a cache of repeated ones. */
function stateReads(parts: ReadParts): StateReads {
  const { chain, call, watch } = parts;
  const ending = endingBy(parts);
  return {
    stateAt: (ref) => readerAt(chain, ref),
    async proof(address, slots, ref, own) {
      const at = await stateOf(chain, ref);
      return at?.executor.prove(at.root, address, slots, ending(own));
    },
    call: (request, ref, overrides, blockOverrides, own) =>
      call(chain, { request, ref, overrides, blockOverrides, cancellation: ending(own) }),
    estimateGas: (request, ref, overrides, blockOverrides, own) =>
      estimateAt(
        chain,
        {
          request,
          ref: ref ?? latest,
          isInNext: ref === undefined,
          overrides,
          blockOverrides,
          cancellation: ending(own),
        },
        watch,
      ),
    simulate: (request, ref, own) => simulateBlocks(chain, request, ref, ending(own)),
    accessList: (request, ref, overrides, own) =>
      accessListAt(chain, { request, ref, overrides, cancellation: ending(own) }),
  };
}

const chainReads = ({ chain, store }: ReadParts): ChainReads => ({
  headNumber: () => chain.head().header.number,
  headHash: () => chain.head().hash,
  async block(ref) {
    if (isPending(ref)) return showPending(await chain.pending());
    const block = await blockAt(chain, ref);
    return block && shownBlock(block, chain);
  },
  blockHash: chain.resolve,
  header: chain.blocks.header,
  pricesPaid: (hash) => after(chain.blocks.prepare(hash), () => chain.blocks.pricesPaid(hash)),
  prevRandao: (block) => chain.blocks.prevRandao(block),
  loadTransaction: chain.blocks.prepareLocated,
  receipt: (hash) => findReceipt(chain, hash),
  async blockReceipts(ref) {
    const block = await blockAt(chain, ref);
    return block && [...receiptsOfBlock(block)];
  },
  logs: (query, cancellation) => findLogs(chain, store, query, cancellation),
});

/** Reads stored traces, and traces executions again. */
function traceApi(parts: ReadParts): TraceApi {
  const { chain, traces, traceCountMax, explainer } = parts;
  const ending = endingBy(parts);
  return {
    traceCountMax,
    traceBlock: (ref) => traceBlock(chain, traces, ref),
    traceTransaction: (hash) => traceTransaction(chain, traces, hash),
    traceFilter: traces.filter,
    stackTrace: (hash) => stackTraceOf(explainer, chain, hash),
    debugTransaction: (hash, tracer, own) =>
      debugTransaction(chain, hash, { tracer, cancellation: ending(own) }),
    debugBlock: (ref, tracer, own) => debugBlock(chain, ref, { tracer, cancellation: ending(own) }),
    debugCall: (call, tracer, own) =>
      debugCall(chain, { ...call, cancellation: ending(own) }, tracer),
    debugCalls: (calls, ref, own) => debugCalls(chain, calls, ref, ending(own)),
    debugRaw: (raw, tracer, own) => debugRaw(chain, raw, { tracer, cancellation: ending(own) }),
  };
}
