/** Provides traces for the blocks of the fake chain: four for each transaction, one of every kind. */
import {
  isEqual,
  type LocatedTrace,
  type StoredBlock,
  type Trace,
  type TraceQuery,
} from "@tandem/primitives";
import type { TraceApi } from "../server/backend/trace-api.js";
import { addressOf, hashOf } from "./fake-backend.js";
import { blockAt, blockOf } from "./fake-chain.js";
import { traced } from "./fake-tracers.js";

/** Returns a call with a failed inner call, a creation, and a self-destruction. */
export const tracesOf = (from: Uint8Array): readonly Trace[] => [
  {
    type: "call",
    action: {
      callType: "call",
      from,
      to: addressOf(0xaa),
      gas: 50_000n,
      input: Uint8Array.of(1, 2),
      value: 3n,
    },
    result: { gasUsed: 40_000n, output: Uint8Array.of(4) },
    subtraces: 3,
    path: undefined,
  },
  {
    type: "call",
    action: {
      callType: "staticcall",
      from: addressOf(0xaa),
      to: addressOf(0xbb),
      gas: 20_000n,
      input: new Uint8Array(0),
      value: 0n,
    },
    error: "Reverted",
    subtraces: 0,
    path: { parent: undefined, index: 0 },
  },
  {
    type: "create",
    action: {
      creationMethod: "create2",
      from: addressOf(0xaa),
      gas: 10_000n,
      init: Uint8Array.of(0x60),
      value: 0n,
    },
    result: { gasUsed: 5_000n, code: Uint8Array.of(0xfe), address: addressOf(0xcc) },
    subtraces: 0,
    path: { parent: undefined, index: 1 },
  },
  {
    type: "suicide",
    action: { address: addressOf(0xaa), refundAddress: addressOf(0xdd), balance: 7n },
    subtraces: 0,
    path: { parent: undefined, index: 2 },
  },
];

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
