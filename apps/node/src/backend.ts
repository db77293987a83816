/** The chain as the RPC's port wants it. */
import { type Chain, filterTraces, suggestGasPrice } from "@tandem/chain";
import type { BlockRef } from "@tandem/primitives";
import type { Backend } from "@tandem/rpc";
import type { Store } from "@tandem/store";
import { debugBlock, debugCall, debugTransaction } from "./backend/debug.js";
import { findLogs } from "./backend/logs.js";
import {
  findReceipt,
  findTransaction,
  showBlock,
  showPending,
  showReceipts,
} from "./backend/show.js";
import { accessListAt, callAt, estimateAt } from "./backend/simulate.js";
import { traceBlock, traceTransaction } from "./backend/traces.js";

/** 62: what the network this design comes from answers. */
const protocolVersion = 0x3e;

export interface BackendOptions {
  readonly chain: Chain;
  readonly store: Store;
  readonly clientVersion: string;
}

export const isPending = (ref: BlockRef): boolean => "tag" in ref && ref.tag === "pending";

export function createBackend({ chain, store, clientVersion }: BackendOptions): Backend {
  const { blocks, executor, spec } = chain;
  return {
    chainId: spec.chainId,
    clientVersion,
    protocolVersion,
    headNumber: () => chain.head().header.number,
    gasPrice: () => suggestGasPrice(chain.head(), blocks),
    async stateAt(ref) {
      if (isPending(ref)) {
        const pending = await chain.pending();
        return pending.executor.reader(pending.header.stateRoot);
      }
      const hash = chain.resolve(ref);
      const header = hash && blocks.header(hash);
      return header && executor.reader(header.stateRoot);
    },
    async transactionCount(address, ref) {
      if (isPending(ref)) return chain.pool.nextNonce(address, chain.headState());
      const hash = chain.resolve(ref);
      const header = hash && blocks.header(hash);
      return header && executor.reader(header.stateRoot).nonceOf(address);
    },
    async block(ref) {
      if (isPending(ref)) return showPending(await chain.pending());
      const hash = chain.resolve(ref);
      const block = hash && blocks.block(hash);
      return block && showBlock(block, spec);
    },
    transaction: (hash) => findTransaction(chain, hash),
    receipt: (hash) => findReceipt(chain, hash),
    async blockReceipts(ref) {
      const hash = chain.resolve(ref);
      const block = hash && blocks.block(hash);
      return block && showReceipts(block);
    },
    traceBlock: async (ref) => traceBlock(chain, store, ref),
    traceTransaction: (hash) => traceTransaction(chain, store, hash),
    traceFilter: (query, signal) => filterTraces(store, query, signal),
    debugTransaction: (hash, tracer) => debugTransaction(chain, hash, tracer),
    debugBlock: (ref, tracer) => debugBlock(chain, ref, tracer),
    debugCall: (request, ref, overrides, tracer) =>
      debugCall(chain, { request, ref, overrides }, tracer),
    async proof(address, slots, ref) {
      if (isPending(ref)) {
        const pending = await chain.pending();
        return pending.executor.prove(pending.header.stateRoot, address, slots);
      }
      const hash = chain.resolve(ref);
      const header = hash && blocks.header(hash);
      return header && executor.prove(header.stateRoot, address, slots);
    },
    accessList: (request, ref, overrides) => accessListAt(chain, { request, ref, overrides }),
    poolContent: () => chain.pool.content(chain.headState()),
    syncing: chain.syncing,
    onSyncing: chain.onSyncing,
    logs: (query, signal) => findLogs(chain, store, query, signal),
    call: (request, ref, overrides) => callAt(chain, { request, ref, overrides }),
    estimateGas: (request, ref, overrides) => estimateAt(chain, { request, ref, overrides }),
    submit: (raw) => chain.submit(raw),
    importBlocks: chain.importRaw,
    mine: async () => {
      await chain.miner.mine();
    },
    onHeadMoved: chain.onHeadMoved,
    onPendingTransaction: chain.onPendingTransaction,
  };
}
