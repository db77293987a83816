/**
 * Opens a chain with its database, its Bitcoin side and its backend, all of which are replaced when
 * a node starts another chain while it runs.
 */
import { type Chain, type ChainOptions, openChain } from "@tandem/chain";
import { type ChainSpec, fromHex } from "@tandem/primitives";
import type { Backend, DevApi } from "@tandem/rpc";
import {
  type Clock,
  cancellationOf,
  type Logger,
  runningClock,
  steadyClock,
  type Tracer,
} from "@tandem/runtime";
import { openStore, recordedGenesisTime, type Store } from "@tandem/store";
import type { DevelopmentWallet } from "../accounts/accounts.js";
import { HeldKeys } from "../backend/held-keys.js";
import { logActivity } from "../call-log/blocks.js";
import { type CallLogOptions, watchCalls } from "../call-log/call-log.js";
import type { GatedLogger } from "../call-log/gated-logger.js";
import { clientRules, readingOf, suggestedTips } from "../call-rules.js";
import { chainSpecOf } from "../chain-spec/chain-spec.js";
import { differencesFrom, specIn } from "../chain-spec/recorded-chain.js";
import type { Cluster } from "../cluster/cluster.js";
import type { ResolvedSettings } from "../config/resolved-settings.js";
import type { Config } from "../config/settings.js";
import type { ShowProgress } from "../console/progress.js";
import { createBackend } from "../create-backend.js";
import { assertForksNone, type Fork, openFork } from "../fork/fork.js";
import type { RemoteNodeOptions } from "../fork/remote-node.js";
import type { ForkWatch } from "../fork-watch/fork-watch.js";
import { watchForks } from "../fork-watch/watch-forks.js";
import type { Peering } from "../peering/peering.js";
import { clientVersionOf } from "../rpc-options.js";
import { seededDraws, timeOf } from "../same-run.js";
import { type ComputeThreads, computeThreadsOf } from "../threads/compute-threads.js";
import { sharedBy } from "../threads/sharing.js";
import type { SocketThreads } from "../threads/socket-threads.js";
import type { ThreadSource } from "../threads/thread-source.js";
import { Undo } from "../undo.js";
import { type BitcoinSide, bitcoinSideOf } from "./bitcoin-side.js";
import type { DataDirectory } from "./data-directory.js";
import { tellHeld, tellOpening, tellSpace } from "./database-log.js";
import { upgradeDatabase } from "./upgrade-database.js";

const mebibyte = 1024 * 1024;

/** The resources that the chains of one node share. */
export interface NodeChainParts extends ResolvedSettings {
  readonly wallet: DevelopmentWallet;
  readonly logger: Logger;
  readonly version: string;
  readonly clock: Clock;
  readonly calls: CallLogOptions & { readonly logger: GatedLogger };
  /** The cluster that the node is a member of. */
  readonly cluster: Cluster | undefined;
  /** The direct connections to other nodes. */
  readonly peering: Peering;
  /** The threads that own the sockets, if there are any. */
  readonly sockets: SocketThreads | undefined;
  /** Records the operations of the node as spans; undefined if it is not traced. */
  readonly tracer: Tracer | undefined;
  /** Shows the progress of a database upgrade. */
  readonly showProgress: ShowProgress | undefined;
  /** Replaces the current chain by another one. */
  readonly restarts: Pick<DevApi, "restart" | "setForkUrl">;
}

/** The block of another chain to fork. */
export interface ForkChoice {
  readonly url: string;
  /** Is undefined for the newest block, or for the one in the database. */
  readonly number: number | undefined;
}

export interface NodeChainOptions {
  readonly dataDirectory: DataDirectory;
  readonly fork: ForkChoice | undefined;
  /** Is aborted when the node stops, which ends the opening and requests to the forked node. */
  readonly leaving: AbortSignal;
  /** Unix seconds of a new genesis. */
  readonly genesisSeconds: number;
  /** The id of the chain; undefined for the one of its own rules, or of the forked chain. */
  readonly chainId: number | undefined;
}

export interface NodeChain {
  readonly spec: ChainSpec;
  readonly chain: Chain;
  readonly store: Store;
  readonly fork: Fork | undefined;
  readonly backend: Backend;
  readonly dataDirectory: DataDirectory;
  /** The address of the Bitcoin side, for people. */
  readonly bitcoin: string;
  /** Starts mining and the log of the chain's activity. Resolves when other threads read the chain. */
  start(): Promise<void>;
  /** Closes the database after the chain has stopped, and removes a temporary one. */
  close(): Promise<void>;
}

/**
 * @throws {ForkRefused} if the other chain cannot be forked.
 * @throws {Fault} `unusable-data` if the database cannot be opened.
 */
export async function openNodeChain(
  parts: NodeChainParts,
  options: NodeChainOptions,
): Promise<NodeChain> {
  const { config, logger, wallet, calls, cluster, sockets, tracer } = parts;
  const { dataDirectory, chainId, leaving } = options;
  const undo = new Undo();
  undo.add(() => dataDirectory.dispose());
  const compute = computeThreadsOf(config, dataDirectory.path, options.fork !== undefined);
  try {
    const store = await openStore({
      directory: dataDirectory.path,
      isDurable: dataDirectory.isKept,
      freeBytesMin: config["disk-reserve-mb"] * mebibyte,
      sharing: sharedBy([compute?.sharing, sockets?.sharing]),
      leaving,
      onSpace: tellSpace(dataDirectory.path, logger),
    });
    undo.add(() => (compute?.isDatabaseHeld ? tellHeld(logger) : store.close()));
    undo.add(() => compute?.close());
    undo.add(() => calls.order.idle());
    tellOpening(store, dataDirectory.path, logger);
    await upgradeDatabase(store, parts.showProgress, leaving);
    const ownTime = recordedGenesisTime(store) ?? options.genesisSeconds;
    const genesisTime = (await cluster?.genesisTime(ownTime)) ?? ownTime;
    const ruled = { ...parts, config: { ...config, "chain-id": chainId } };
    const unforked = chainSpecOf(ruled, wallet.accounts, genesisTime);
    const differences = differencesFrom(ruled, unforked, cancellationOf(leaving));
    await cluster?.restore(store, { directory: dataDirectory.path, differences, leaving });
    const fork = await forkOf(store, options.fork, { tracer, leaving });
    const spec = await specIn(store, ruled.config, unforked, fork);
    const bitcoin = bitcoinSideOf(config, spec, logger);
    undo.add(() => bitcoin.close());
    const chain = await openChain(chainOptionsOf(parts, { spec, fork, store, bitcoin, leaving }));
    const forkWatch = bitcoin.rpc && watchForks(bitcoin.rpc, chain, logger);
    undo.add(() => forkWatch?.close());
    if (chain.loss !== undefined) logger.error({}, chain.loss);
    return {
      spec,
      chain,
      store,
      fork,
      dataDirectory,
      bitcoin: bitcoin.name,
      backend: backendOf(parts, { chain, store, fork, compute, forkWatch, leaving }),
      async start() {
        const source = { chain, store, config, directory: dataDirectory.path, calls, compute };
        await startChain(source, compute, sockets);
        forkWatch?.start();
      },
      close: () => undo.run(),
    };
  } catch (error) {
    await undo.run();
    throw error;
  }
}

interface ChainParts {
  readonly spec: ChainSpec;
  readonly fork: Fork | undefined;
  readonly store: Store;
  readonly bitcoin: BitcoinSide;
  readonly leaving: AbortSignal;
}

function chainOptionsOf(
  parts: NodeChainParts,
  { spec, fork, store, bitcoin, leaving }: ChainParts,
): ChainOptions {
  const { config, wallet, version, clock, logger, tracer, cluster } = parts;
  const time = timeOf(parts, spec);
  return {
    spec,
    remote: fork?.remote,
    store,
    clock,
    steadyClock,
    logger,
    tracer,
    leaving,
    callClock: runningClock,
    replication: cluster?.replication,
    ...readingOf(config),
    admissionRule: clientRules[config.errors].admissionRule,
    priceBump: config["price-bump"],
    spell: parts.spell,
    settings: minerSettingsOf(config, wallet, version),
    mining: miningOf(config, bitcoin),
    ...(time === undefined ? {} : { time }),
  };
}

/** Returns the fork that is chosen, which a database that is a fork needs. */
async function forkOf(
  store: Store,
  choice: ForkChoice | undefined,
  options: RemoteNodeOptions,
): Promise<Fork | undefined> {
  if (choice !== undefined) return openFork(choice.url, choice.number, store, options);
  assertForksNone(store);
  return undefined;
}

/**
 * Starts mining once other threads read the chain. They cannot read one in memory, or one that is
 * open for reading alone in another directory because the disk is full.
 */
async function startChain(
  { directory, ...parts }: Omit<ThreadSource, "directory"> & { directory: string | undefined },
  compute: ComputeThreads | undefined,
  sockets: SocketThreads | undefined,
): Promise<void> {
  const { chain, store, calls } = parts;
  if (directory !== undefined && !store.opening.isReadOnly) {
    const source = { ...parts, directory };
    compute?.start(source);
    await sockets?.read(source);
  }
  logActivity(chain, store, calls);
  chain.start();
}

interface BackendParts {
  readonly chain: Chain;
  readonly store: Store;
  readonly fork: Fork | undefined;
  readonly compute: ComputeThreads | undefined;
  readonly forkWatch: ForkWatch | undefined;
  readonly leaving: AbortSignal;
}

function backendOf(
  { config, version, calls, wallet, restarts, cluster, peering }: NodeChainParts,
  { chain, store, fork, compute, forkWatch, leaving }: BackendParts,
): Backend {
  const watch = watchCalls(calls);
  return createBackend({
    chain,
    store,
    leaving,
    clientVersion: clientVersionOf(config, version),
    keys: new HeldKeys(config.unlocked ? wallet.accounts : []),
    sending: {
      sendsFailing: config.errors !== "standard",
      reportsFailures: config["report-failures"],
      tip: suggestedTips[config.errors],
    },
    fork,
    cluster: cluster?.api,
    peering,
    compute,
    forkWatch,
    keepSent: cluster?.keep,
    traceCountMax: config["trace-count-max"],
    ...(watch === undefined ? {} : { watch }),
    explainer: calls.explainer,
    // The lines of earlier transactions and calls may still wait.
    setLoggingEnabled: (isEnabled) =>
      calls.order.run(async () => calls.logger.setEnabled(isEnabled)),
    restarts,
  });
}

/** Returns the initial settings of the miner. */
const minerSettingsOf = (config: Config, wallet: DevelopmentWallet, version: string) => ({
  coinbase: config.coinbase === undefined ? wallet.miner.address : fromHex(config.coinbase),
  gasLimitTarget: config["gas-limit"],
  minimumGasPriceTarget: config["minimum-gas-price"],
  extraData: new Uint8Array(Buffer.from(`tandem ${version}`)),
});

const miningOf = (config: Config, { createSealer }: BitcoinSide) => ({
  mode: config.mining,
  intervalMs: config["interval-ms"],
  random: config.seed === undefined ? undefined : seededDraws(config.seed),
  createSealer,
});
