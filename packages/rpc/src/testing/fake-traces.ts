/** Provides traces for the blocks of the fake chain: four for each transaction, one of every kind. */
import { isEqual, type LocatedTrace, type StoredBlock, type TraceQuery } from "@tandem/primitives";
import type { TraceApi } from "../backend/trace-api.js";
import { blockAt, blockOf } from "./fake-chain.js";
import { traced } from "./fake-tracers.js";
import { hashOf, tracesOf } from "./fake-values.js";

const shownTraces = (block: StoredBlock): LocatedTrace[] =>
  block.transactions.flatMap(({ hash, sender }, transactionPosition) =>
    tracesOf(sender).map((trace) => ({
      trace,
      blockHash: block.hash,
      blockNumber: block.header.number,
      transactionHash: hash ?? hashOf(0),
      transactionPosition,
    })),
  );

const isAmong = (address: Uint8Array | undefined, wanted: readonly Uint8Array[]) =>
  wanted.length === 0 || (address !== undefined && wanted.some((one) => isEqual(one, address)));

function filterTraces(chain: readonly StoredBlock[], query: TraceQuery): LocatedTrace[] {
  const { from, to, fromAddresses, toAddresses, after, count } = query;
  return chain
    .slice(from, to + 1)
    .flatMap(shownTraces)
    .filter(({ trace: { action } }) => {
      const sender = "from" in action ? action.from : undefined;
      const destination = "to" in action ? action.to : undefined;
      return isAmong(sender, fromAddresses) && isAmong(destination, toAddresses);
    })
    .slice(after, after + count);
}

/** Provides the part of a fake `Backend` that reads and repeats traces. */
export const fakeTraces = (chain: readonly StoredBlock[]): TraceApi => ({
  traceBlock(ref) {
    const block = blockAt(chain, ref);
    return block && shownTraces(block);
  },
  traceTransaction(hash) {
    const block = blockOf(chain, hash);
    return block && shownTraces(block).filter((trace) => isEqual(trace.transactionHash, hash));
  },
  traceFilter: async (query) => filterTraces(chain, query),
  debugTransaction: async (hash, tracer) => blockOf(chain, hash) && traced(tracer),
  stackTrace: async () => undefined,
  async debugBlock(ref, tracer) {
    const block = blockAt(chain, ref);
    return block?.transactions.map(({ hash }) => ({
      transactionHash: hash,
      result: traced(tracer),
    }));
  },
  async debugCall({ ref }, tracer) {
    return blockAt(chain, ref) && traced(tracer);
  },
  async debugCalls(calls, ref) {
    return blockAt(chain, ref) && calls.map(({ tracer }) => traced(tracer));
  },
  debugRaw: async (_, tracer) => traced(tracer),
});
