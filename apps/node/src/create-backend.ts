/** Implements the RPC backend with the chain, part by part. */
import { randomBytes } from "node:crypto";
import { type Chain, readTraces } from "@tandem/chain";
import { type Address, type BlockRef, Fault, rulesAt, type TxHash } from "@tandem/primitives";
import type {
  AccountsApi,
  Backend,
  ChainApi,
  ClusterApi,
  ComputePort,
  DevApi,
  PeersApi,
  PoolApi,
} from "@tandem/rpc";
import { after, cancellationOf, runYielding, SerialQueue, steadyClock } from "@tandem/runtime";
import type { Store } from "@tandem/store";
import { forkConfigOf } from "./backend/fork-config.js";
import { HeldKeys } from "./backend/held-keys.js";
import { loadTransaction } from "./backend/load-transaction.js";
import { isPending, readerAt } from "./backend/locate.js";
import { nextPriceOf, suggestedPrice } from "./backend/next-price.js";
import { noPeers } from "./backend/no-peers.js";
import { type Reads, readsOf } from "./backend/reads.js";
import { rememberCalls } from "./backend/repeated-calls.js";
import { type FailureReport, failureReportOf } from "./backend/report-failure.js";
import {
  encodeTransaction,
  fillTransaction,
  type SendingOptions,
  sendTransaction,
  signTransaction,
  standardSending,
} from "./backend/send.js";
import { findTransaction } from "./backend/show.js";
import type { CallWatch } from "./backend/simulate.js";
import type { Fork } from "./fork/fork.js";
import { ontoFork } from "./fork/loaded-state.js";
import type { ForkWatch } from "./fork-watch/fork-watch.js";
import { watchHealth } from "./health.js";
import type { FailureExplainer } from "./solidity-trace/failure-explainer.js";
import { decodeState } from "./state-file/decode.js";
import { dumpState } from "./state-file/dump.js";
import { compressState } from "./state-file/encode.js";
import { loadedEntriesMax } from "./state-file/limits.js";
import { forkedLogs } from "./upstream/logs.js";
import { forkedTraces } from "./upstream/traces.js";
import { createUpstream } from "./upstream/upstream.js";

/** 62, as the reference network returns. */
const protocolVersion = 0x3e;

export interface BackendOptions {
  readonly chain: Chain;
  readonly store: Store;
  readonly clientVersion: string;
  /** Is aborted when the node stops, which ends the calls, estimates and traces under way. */
  readonly leaving: AbortSignal;
  /** The keys of unlocked accounts; none by default. */
  readonly keys?: HeldKeys;
  /** The treatment of transactions that fail; by default they are refused by their estimate only. */
  readonly sending?: SendingOptions;
  /** The forked chain, if there is one. */
  readonly fork?: Fork | undefined;
  /** The cluster that the node is a member of. */
  readonly cluster?: ClusterApi | undefined;
  /** The direct connections to other nodes; none by default. */
  readonly peering?: PeersApi;
  /** The threads that answer heavy requests, if there are any. */
  readonly compute?: ComputePort | undefined;
  /** Called before sent transactions are acknowledged, and awaited. */
  readonly keepSent?: ((hashes: readonly TxHash[]) => Promise<void>) | undefined;
  /** The maximum number of traces in an answer of `trace_filter`; 100 by default. */
  readonly traceCountMax?: number;
  /** The fork monitor over the blocks of the Bitcoin node, if there is one. */
  readonly forkWatch?: Pick<ForkWatch, "alerts"> | undefined;
  /** Restarts the chain, or replaces it by another one. */
  readonly restarts: Pick<DevApi, "restart" | "setForkUrl">;
  /** Receives calls and estimates. */
  readonly watch?: CallWatch;
  /** Finds failures in the sources of contracts, if compilations are given. */
  readonly explainer?: FailureExplainer | undefined;
  /** Turns the log of requests, calls, transactions and blocks on or off. */
  readonly setLoggingEnabled?: DevApi["setLoggingEnabled"];
}

/** The milliseconds for which a check of the free space is valid. */
const freeSpaceCheckMs = 20;

/**
 * Returns a function that refuses transactions when no block can be written. It throws a {Fault}
 * `no-space`.
 */
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
    const message =
      "the disk is full or its folder is gone: nothing is accepted until it can be written";
    throw new Fault({ code: "no-space", message });
  };
}

/** Returns the name of the EVM fork with a capital letter, as other nodes write it. */
function hardForkOf(chain: Chain): string {
  const { evm } = rulesAt(chain.spec.forks, chain.head().header.number + 1);
  return `${evm.charAt(0).toUpperCase()}${evm.slice(1)}`;
}

/** Returns the members of the port that are not reads. */
function chainApi({
  chain,
  sending = standardSending,
}: BackendOptions): Omit<ChainApi, keyof Reads> {
  return {
    transaction: (hash) => findTransaction(chain, hash),
    gasPrice: () => suggestedPrice(chain, sending.tip),
    nextMinimumGasPrice: () => nextPriceOf(chain),
    importBlocks: chain.importRaw,
    syncing: chain.syncing,
    onHeadMoved: chain.onHeadMoved,
    onSyncing: chain.onSyncing,
  };
}

async function transactionCount(
  chain: Chain,
  address: Address,
  ref: BlockRef,
): Promise<bigint | undefined> {
  if (isPending(ref)) {
    return onceUpdated(chain, () => chain.pool.nextNonce(address, chain.headState()));
  }
  return (await readerAt(chain, ref))?.nonceOf(address);
}

/** Answers once the pool has the transactions that a reorg is returning to it. */
const onceUpdated = <Answer>(chain: Chain, answer: () => Answer | Promise<Answer>) =>
  after(chain.poolUpdated(), answer);

const poolApi = (
  { chain, keepSent }: BackendOptions,
  assertFreeSpace: () => void,
  report: FailureReport,
): PoolApi => ({
  poolContent: async (cancellation) =>
    onceUpdated(chain, () => runYielding(chain.pool.content(chain.headState), cancellation)),
  poolContentOf: (sender) =>
    onceUpdated(chain, () => chain.pool.contentOf(sender, chain.headState())),
  poolCounts: async (cancellation) =>
    onceUpdated(chain, () => runYielding(chain.pool.counts(chain.headState), cancellation)),
  poolSize: () => chain.pool.size,
  pooledOf: (sender) => onceUpdated(chain, () => chain.pool.of(sender)),
  async submit(raw, source, unconfirmed) {
    assertFreeSpace();
    return report(await chain.submit(raw, source), unconfirmed);
  },
  confirm: async (hashes) => keepSent?.(hashes),
  prefetchSenders: chain.prefetchSenders,
  onPendingTransaction: chain.onPendingTransaction,
});

/** Implements the controls of a development chain. */
function devApi(
  { chain, store, fork, restarts, setLoggingEnabled = async () => {} }: BackendOptions,
  assertFreeSpace: () => void,
): Omit<DevApi, "restart"> {
  // A dump may take a gigabyte of memory while it is read or written, so that there is one at a time.
  const dumps = new SerialQueue();
  return {
    setLoggingEnabled,
    setForkUrl: (url) => restarts.setForkUrl(url),
    controls: chain.controls,
    ...chain.development,
    edit(change) {
      assertFreeSpace();
      return chain.edit(change);
    },
    dumpState: () => dumps.run(async () => compressState(await dumpState(chain, store))),
    loadState: (bytes) =>
      dumps.run(async () => {
        assertFreeSpace();
        const decoded = await decodeState(bytes, { entriesMax: loadedEntriesMax });
        const accounts = await ontoFork(decoded, fork);
        return chain.edit(() => accounts);
      }),
    impersonated: chain.impersonated,
  };
}

/** Sends and signs for unlocked and impersonated accounts. */
function accountsApi(
  { chain, keys = new HeldKeys([]), sending = standardSending, watch }: BackendOptions,
  report: FailureReport,
): AccountsApi {
  const { sendsFailing, tip } = sending;
  const context = { chain, keys, sendsFailing, tip, watch };
  return {
    accounts: () => keys.addresses,
    sign: (address, digest) => keys.signatureOf(address, digest),
    signTransaction: (request) => signTransaction(context, request),
    encodeTransaction: (request) => encodeTransaction(context, request),
    fillTransaction: (request) => fillTransaction(context, request),
    async sendTransaction(request, source) {
      return report(await sendTransaction(context, request, source));
    },
  };
}

const peersApi = ({ peering = noPeers }: BackendOptions): PeersApi => ({
  peerCount: () => peering.peerCount(),
  peers: () => peering.peers(),
  localNode: () => peering.localNode(),
  addPeer: (enode) => peering.addPeer(enode),
  removePeer: (enode) => peering.removePeer(enode),
});

/** Passes requests to the sealer as long as this node can write the blocks that they lead to. */
const passingIf = (assertFreeSpace: () => void, cluster: ClusterApi): ClusterApi => ({
  ...cluster,
  async ask(...request) {
    assertFreeSpace();
    return cluster.ask(...request);
  },
});

export function createBackend(options: BackendOptions): Backend {
  const { chain, store, cluster, clientVersion, watch, fork, traceCountMax, explainer } = options;
  const assertFreeSpace = freeSpaceGuard(store);
  const traces = readTraces(store, chain.blocks.canonicalPage);
  const report = failureReportOf(options);
  let instanceId = newInstanceId();
  const call = rememberCalls(watch);
  const lowest = fork?.from.blockNumber ?? 0;
  // What requests execute must not delay the stop of a node.
  const cancellation = cancellationOf(options.leaving);
  const remote = fork?.remote;
  const own = { cancellation, watch, explainer, traceCountMax, lowest };
  const parts = { chain, store, remote, traces, call, ...own };
  const reads = readsOf(parts);
  return {
    chainId: chain.spec.chainId,
    clientVersion,
    protocolVersion,
    health: watchHealth({ chain, store, clock: steadyClock, cluster }),
    self: () => ({ instanceId, hardFork: hardForkOf(chain), forkedFrom: fork?.from }),
    forkConfig: () => forkConfigOf(chain),
    forks: chain.spec.forks,
    libraryRuns: chain.libraryRuns,
    upstream: fork && createUpstream(fork, chain),
    cluster: cluster && passingIf(assertFreeSpace, cluster),
    compute: options.compute,
    ...peersApi(options),
    ...reads,
    ...(fork && {
      logs: forkedLogs(fork, chain, reads.logs),
      traceFilter: forkedTraces(fork, reads.traceFilter),
    }),
    transactionCount: (address, ref) => transactionCount(chain, address, ref),
    loadTransaction: (hash) => loadTransaction(chain, hash),
    ...chainApi(options),
    ...poolApi(options, assertFreeSpace, report),
    work: chain.work,
    submitWork: chain.submitWork,
    submissions: chain.submissions,
    forkAlerts: () => options.forkWatch?.alerts(),
    ...accountsApi(options, report),
    ...devApi(options, assertFreeSpace),
    async restart(forking) {
      await options.restarts.restart(forking);
      instanceId = newInstanceId();
    },
  };
}

const newInstanceId = () => new Uint8Array(randomBytes(32));
