/** Implements the RPC backend with the chain, part by part. */
import { randomBytes } from "node:crypto";
import { type Chain, readTraces, suggestGasPrice, type Traces } from "@tandem/chain";
import { Fault, rulesAt, type TxHash } from "@tandem/primitives";
import type {
  AccountsApi,
  Backend,
  ChainApi,
  DevApi,
  Health,
  PoolApi,
  StateApi,
  TraceApi,
} from "@tandem/rpc";
import type { Store } from "@tandem/store";
import { debugBlock, debugCall, debugCalls, debugRaw, debugTransaction } from "./backend/debug.js";
import { explorerApi } from "./backend/explorer.js";
import { HeldKeys } from "./backend/held-keys.js";
import { blockAt, isPending, readerAt, stateOf } from "./backend/locate.js";
import { findLogs } from "./backend/logs.js";
import { rememberCalls } from "./backend/repeated-calls.js";
import { assertSucceeded } from "./backend/report-failure.js";
import { sendTransaction, signTransaction } from "./backend/send.js";
import {
  findReceipt,
  findTransaction,
  shownBlock,
  showPending,
  showReceipts,
} from "./backend/show.js";
import { accessListAt, type CallWatch, estimateAt } from "./backend/simulate.js";
import { simulateBlocks } from "./backend/simulate-blocks.js";
import { traceBlock, traceTransaction } from "./backend/traces.js";
import type { Fork } from "./fork/fork.js";
import { forkedLogs } from "./fork/logs.js";
import { createUpstream } from "./fork/upstream.js";
import { decodeState } from "./state-file/decode.js";
import { compressState } from "./state-file/encode.js";
import { dumpState } from "./state-file/files.js";
import { loadedEntriesMax } from "./state-file/limits.js";

/** 62, as the reference network returns. */
const protocolVersion = 0x3e;

export interface SendingOptions {
  /** Sends a transaction whose estimate fails with the gas limit of a block, instead of refusing it. */
  readonly sendsFailing: boolean;
  /** Answers a transaction that fails in a block made at once with an error. */
  readonly reportsFailures: boolean;
}

export interface BackendOptions {
  readonly chain: Chain;
  readonly store: Store;
  readonly clientVersion: string;
  /** The keys of unlocked accounts; none by default. */
  readonly keys?: HeldKeys;
  /** The treatment of transactions that fail; by default they are refused by their estimate only. */
  readonly sending?: SendingOptions;
  /** The forked chain, if there is one. */
  readonly fork?: Fork | undefined;
  /** Is ready by default as long as the disk has free space. */
  readonly health?: () => Health;
  /** The maximum number of traces in an answer of `trace_filter`; 100 by default. */
  readonly traceCountMax?: number;
  /** Receives calls and estimates. */
  readonly watch?: CallWatch;
}

/** The milliseconds for which a check of the free space is valid. */
const freeSpaceCheckMs = 20;

/** Returns a guard: what cannot be mined is not accepted. The guard throws a {Fault} `no-space`. */
function freeSpaceGuard(store: Store): () => void {
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let isWritable = true;
  return () => {
    const now = performance.now();
    if (!isWritable || now - askedAtMs > freeSpaceCheckMs) {
      askedAtMs = now;
      isWritable = store.freeSpace().isWritable;
    }
    if (isWritable) return;
    const message = "the disk is full: nothing is accepted until space is freed";
    throw new Fault({ code: "no-space", message });
  };
}

function healthOf(store: Store): Health {
  const disk = store.freeSpace();
  return { status: disk.isWritable ? "ready" : "disk-full", disk };
}

/** Returns the name of the EVM fork with a capital, as other nodes write it. */
function hardForkOf(chain: Chain): string {
  const { evm } = rulesAt(chain.spec.forks, chain.head().header.number + 1);
  return `${evm.charAt(0).toUpperCase()}${evm.slice(1)}`;
}

/** Reads accounts, and executes calls, of which repeated ones are answered from a cache. */
function stateApi(chain: Chain, watch: CallWatch | undefined): StateApi {
  const call = rememberCalls(chain, watch);
  return {
    stateAt: (ref) => readerAt(chain, ref),
    async transactionCount(address, ref) {
      if (isPending(ref)) return chain.pool.nextNonce(address, chain.headState());
      const at = await stateOf(chain, ref);
      return at?.executor.reader(at.root).nonceOf(address);
    },
    async proof(address, slots, ref) {
      const at = await stateOf(chain, ref);
      return at?.executor.prove(at.root, address, slots);
    },
    call: (request, ref, overrides, blockOverrides) =>
      call({ request, ref, overrides, blockOverrides }),
    estimateGas: (request, ref, overrides, blockOverrides) =>
      estimateAt(chain, { request, ref, overrides, blockOverrides }, watch),
    simulate: (request, ref) => simulateBlocks(chain, request, ref),
    accessList: (request, ref, overrides) => accessListAt(chain, { request, ref, overrides }),
  };
}

function chainApi({ chain, store, fork }: BackendOptions): ChainApi {
  const logs: ChainApi["logs"] = (query, signal) => findLogs(chain, store, query, signal);
  return {
    headNumber: () => chain.head().header.number,
    async block(ref) {
      if (isPending(ref)) return showPending(await chain.pending());
      const block = blockAt(chain, ref);
      return block && shownBlock(block, chain.spec);
    },
    transaction: (hash) => findTransaction(chain, hash),
    receipt: (hash) => findReceipt(chain, hash),
    async blockReceipts(ref) {
      const block = blockAt(chain, ref);
      return block && showReceipts(block);
    },
    logs: fork === undefined ? logs : forkedLogs(fork, chain, logs),
    gasPrice: () => suggestGasPrice(chain.head(), chain.blocks, chain.time.requestedPrice()),
    importBlocks: chain.importRaw,
    syncing: chain.syncing,
    onHeadMoved: chain.onHeadMoved,
    onSyncing: chain.onSyncing,
  };
}

const standardSending: SendingOptions = { sendsFailing: false, reportsFailures: false };

/** Returns the hash of a sent transaction. @throws {Fault} `transaction-failed` if it is to be reported. */
type FailureReport = (hash: TxHash) => TxHash | Promise<TxHash>;

function failureReportOf(
  { chain, sending = standardSending }: BackendOptions,
  traces: Traces,
): FailureReport {
  if (!sending.reportsFailures) return (hash) => hash;
  return async (hash) => {
    await assertSucceeded(chain, traces, hash);
    return hash;
  };
}

/** Reads stored traces, and traces executions again. */
const traceApi = (chain: Chain, traces: Traces): TraceApi => ({
  traceBlock: (ref) => traceBlock(chain, traces, ref),
  traceTransaction: (hash) => traceTransaction(chain, traces, hash),
  traceFilter: traces.filter,
  debugTransaction: (hash, tracer) => debugTransaction(chain, hash, tracer),
  debugBlock: (ref, tracer) => debugBlock(chain, ref, tracer),
  debugCall: (request, ref, overrides, blockOverrides, tracer) =>
    debugCall(chain, { request, ref, overrides, blockOverrides }, tracer),
  debugCalls: (calls, ref) => debugCalls(chain, calls, ref),
  debugRaw: (raw, tracer) => debugRaw(chain, raw, tracer),
});

const poolApi = (chain: Chain, assertFreeSpace: () => void, report: FailureReport): PoolApi => ({
  poolContent: () => chain.pool.content(chain.headState()),
  async submit(raw, source) {
    assertFreeSpace();
    return report(await chain.submit(raw, source));
  },
  prefetchSenders: chain.prefetchSenders,
  onPendingTransaction: chain.onPendingTransaction,
});

/** Changes the chain as only the owner of a development chain may. */
const devApi = (chain: Chain, store: Store, assertFreeSpace: () => void): DevApi => ({
  controls: chain.controls,
  ...chain.development,
  edit(change) {
    assertFreeSpace();
    return chain.edit(change);
  },
  dumpState: async () => compressState(await dumpState(chain, store)),
  async loadState(bytes) {
    assertFreeSpace();
    const accounts = await decodeState(bytes, loadedEntriesMax);
    return chain.edit(() => accounts);
  },
  impersonated: chain.impersonated,
});

/** Sends and signs for unlocked and impersonated accounts. */
function accountsApi(
  { chain, keys = new HeldKeys([]), sending = standardSending }: BackendOptions,
  report: FailureReport,
): AccountsApi {
  const context = { chain, keys, sendsFailing: sending.sendsFailing };
  return {
    accounts: () => keys.addresses,
    sign: (address, digest) => keys.signatureOf(address, digest),
    signTransaction: (request) => signTransaction(context, request),
    async sendTransaction(request, source) {
      return report(await sendTransaction(context, request, source));
    },
  };
}

export function createBackend(options: BackendOptions): Backend {
  const { chain, store, clientVersion, health = () => healthOf(store), watch, fork } = options;
  const { traceCountMax } = options;
  const assertFreeSpace = freeSpaceGuard(store);
  const traces = readTraces(store);
  const report = failureReportOf(options, traces);
  const instanceId = new Uint8Array(randomBytes(32));
  return {
    chainId: chain.spec.chainId,
    clientVersion,
    protocolVersion,
    health,
    self: () => ({ instanceId, hardFork: hardForkOf(chain), forkedFrom: fork?.from }),
    upstream: fork && createUpstream(fork, chain),
    ...stateApi(chain, watch),
    ...chainApi(options),
    ...traceApi(chain, traces),
    traceCountMax,
    ...explorerApi(chain, traces, fork?.from.blockNumber ?? 0),
    ...poolApi(chain, assertFreeSpace, report),
    work: chain.work,
    submitWork: chain.submitWork,
    ...accountsApi(options, report),
    ...devApi(chain, store, assertFreeSpace),
  };
}
