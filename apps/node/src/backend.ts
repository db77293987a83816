/** The chain as the RPC's port wants it. */
import { type Chain, readTraces, suggestGasPrice } from "@tandem/chain";
import type { Backend } from "@tandem/rpc";
import type { Store } from "@tandem/store";
import { debugBlock, debugCall, debugTransaction } from "./backend/debug.js";
import { blockAt, isPending, readerAt, stateOf } from "./backend/locate.js";
import { findLogs } from "./backend/logs.js";
import { rememberCalls } from "./backend/repeated-calls.js";
import {
  findReceipt,
  findTransaction,
  showBlock,
  showPending,
  showReceipts,
} from "./backend/show.js";
import { accessListAt, estimateAt } from "./backend/simulate.js";
import { traceBlock, traceTransaction } from "./backend/traces.js";

/** 62: what the network this design comes from answers. */
const protocolVersion = 0x3e;

export interface BackendOptions {
  readonly chain: Chain;
  readonly store: Store;
  readonly clientVersion: string;
}

export function createBackend({ chain, store, clientVersion }: BackendOptions): Backend {
  const { blocks, spec } = chain;
  const call = rememberCalls(chain);
  const traces = readTraces(store);
  return {
    chainId: spec.chainId,
    clientVersion,
    protocolVersion,
    headNumber: () => chain.head().header.number,
    gasPrice: () => suggestGasPrice(chain.head(), blocks),
    stateAt: (ref) => readerAt(chain, ref),
    async transactionCount(address, ref) {
      if (isPending(ref)) return chain.pool.nextNonce(address, chain.headState());
      const at = await stateOf(chain, ref);
      return at?.executor.reader(at.header.stateRoot).nonceOf(address);
    },
    async block(ref) {
      if (isPending(ref)) return showPending(await chain.pending());
      const block = blockAt(chain, ref);
      return block && showBlock(block, spec);
    },
    transaction: (hash) => findTransaction(chain, hash),
    receipt: (hash) => findReceipt(chain, hash),
    async blockReceipts(ref) {
      const block = blockAt(chain, ref);
      return block && showReceipts(block);
    },
    traceBlock: (ref) => traceBlock(chain, traces, ref),
    traceTransaction: (hash) => traceTransaction(chain, traces, hash),
    traceFilter: traces.filter,
    debugTransaction: (hash, tracer) => debugTransaction(chain, hash, tracer),
    debugBlock: (ref, tracer) => debugBlock(chain, ref, tracer),
    debugCall: (request, ref, overrides, tracer) =>
      debugCall(chain, { request, ref, overrides }, tracer),
    async proof(address, slots, ref) {
      const at = await stateOf(chain, ref);
      return at?.executor.prove(at.header.stateRoot, address, slots);
    },
    accessList: (request, ref, overrides) => accessListAt(chain, { request, ref, overrides }),
    poolContent: () => chain.pool.content(chain.headState()),
    syncing: chain.syncing,
    onSyncing: chain.onSyncing,
    logs: (query, signal) => findLogs(chain, store, query, signal),
    call: (request, ref, overrides) => call({ request, ref, overrides }),
    estimateGas: (request, ref, overrides) => estimateAt(chain, { request, ref, overrides }),
    submit: (raw) => chain.submit(raw),
    importBlocks: chain.importRaw,
    work: chain.work,
    submitWork: chain.submitWork,
    mine: async () => {
      await chain.miner.mine();
    },
    ...chain.development,
    onHeadMoved: chain.onHeadMoved,
    onPendingTransaction: chain.onPendingTransaction,
  };
}
