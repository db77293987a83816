/** Composes the node: its settings, the chain it serves, and its RPC service are wired together here. */

import type { Chain } from "@tandem/chain";
import { noteLingering, UsageError } from "@tandem/cli";
import { type ChainSpec, Fault, mainSpec } from "@tandem/primitives";
import {
  chosenTransport,
  defaultTransport,
  openRpc,
  type Rpc,
  type RpcOptions,
  type RpcServer,
  startRpcServer,
} from "@tandem/rpc";
import { type Clock, type Logger, steadyClock, systemClock, type Tracer } from "@tandem/runtime";
import { type DevelopmentAccount, type DevelopmentWallet, walletOf } from "./accounts/accounts.js";
import { ApiKeys } from "./api-keys/keys-file.js";
import { callLevelOf, requestLevelsOf } from "./call-log/call-log.js";
import { gatedLogger } from "./call-log/gated-logger.js";
import { LineOrder } from "./call-log/line-order.js";
import { chainSpecOf } from "./chain-spec/chain-spec.js";
import type { Cluster } from "./cluster/cluster.js";
import type { ResolvedSettings } from "./config/resolved-settings.js";
import type { ShowProgress } from "./console/progress.js";
import { ForkRefused } from "./fork/fork-point.js";
import { Peering } from "./peering/peering.js";
import { clientVersionOf, rpcOptionsOf, siteOf } from "./rpc-options.js";
import { type DataDirectory, openDataDirectory } from "./served-chain/data-directory.js";
import type { ForkChoice, NodeChain } from "./served-chain/open-node-chain.js";
import { ServedChain } from "./served-chain/served-chain.js";
import { explainerOf } from "./solidity-trace/failure-explainer.js";
import { assertDumpFile, dumpStateFile, loadStateFile } from "./state-file/files.js";
import { assertThreads } from "./threads/compute-threads.js";
import { SocketThreads } from "./threads/socket-threads.js";
import { Undo } from "./undo.js";

/** @template R the service, with or without sockets. */
export interface Node<R extends Rpc = RpcServer> {
  /** The rules of the current chain. */
  readonly spec: ChainSpec;
  readonly accounts: readonly DevelopmentAccount[];
  /** The current chain, which a reset may replace. */
  readonly chain: Chain;
  readonly rpc: R;
  /** Is true if the node serves the explorer to browsers. */
  readonly hasExplorer: boolean;
  /** The address that other nodes connect to; undefined if the node does not listen for them. */
  readonly enode: string | undefined;
  /** The folder of the first chain. */
  readonly dataDirectory: DataDirectory;
  /** Is true if nothing can be written because the disk was full at the start. */
  readonly isReadOnly: boolean;
  /** The address of the Bitcoin side, for people. */
  readonly bitcoin: string;
  /** Stops the service, then mining, then the database; removes a temporary chain. */
  stop(): Promise<void>;
}

export interface NodeOptions extends ResolvedSettings {
  readonly logger: Logger;
  readonly version: string;
  readonly clock?: Clock;
  /** Keeps a chain without a data directory in memory instead of a temporary folder. */
  readonly isInMemory?: boolean;
  /** Records the operations of the node as spans. Without it nothing is traced. */
  readonly tracer?: Tracer | undefined;
  /** Receives lines that contracts print; they are logged by default. */
  readonly onConsole?: (line: string) => void;
  /** Shows the progress of a long start. By default there is no display. */
  readonly showProgress?: ShowProgress | undefined;
  /** Ends a start that is under way when it is aborted: the database can be opened again. */
  readonly leaving?: AbortSignal | undefined;
}

/** Starts a node that listens. */
export function startNode(options: NodeOptions): Promise<Node> {
  const { host, port, server, "allowed-host": allowedHosts } = options.config;
  // The binary of the server is loaded while LevelDB opens in another thread.
  if (server !== "node") setImmediate(defaultTransport);
  return composeNode(options, (rpc, sockets) => {
    const transport = chosenTransport(server);
    if (sockets === undefined) {
      return startRpcServer({ ...rpc, host, port, transport, allowedHosts });
    }
    const service = openRpc({ ...rpc, transport, readOthers: sockets.counts });
    return sockets.listen(service, transport);
  });
}

/** Starts a node for this process only. */
export const startLocalNode = (options: NodeOptions): Promise<Node<Rpc>> =>
  composeNode(options, async (rpc) => openRpc(rpc));

async function composeNode<R extends Rpc>(
  options: NodeOptions,
  open: (options: RpcOptions, sockets: SocketThreads | undefined) => Promise<R>,
): Promise<Node<R>> {
  const { config, logger, tracer, showProgress, leaving } = options;
  const { clock = systemClock, isInMemory = false } = options;
  const wallet = walletOf(options);
  const genesisSeconds = Math.floor(clock.now() / 1000);
  // Errors of the settings are reported before anything is created.
  chainSpecOf(options, wallet.accounts, genesisSeconds);
  assertThreads(options, isInMemory);
  assertDumpFile(options);
  const fork = forkChoiceOf(options);
  const apiKeys = new ApiKeys(config, options.spell("api-keys-file"));
  const calls = callLogOf(options);
  const undo = new Undo();
  try {
    const cluster = await clusterOf(options, wallet, genesisSeconds);
    undo.add(async () => cluster?.leave());
    const sockets = config.readers === 0 ? undefined : new SocketThreads(config, calls);
    const peering = peeringOf(options, clock);
    const parts = { ...options, wallet, clock, calls, genesisSeconds, cluster, peering };
    const served = new ServedChain({ ...parts, sockets, tracer, showProgress });
    const started = leaveOn(leaving, served, cluster);
    const dataDirectory = openDataDirectory(config["data-dir"], isInMemory || config["in-memory"]);
    await served.open(dataDirectory, fork).catch(nameForkSetting(options.spell));
    // A node that failed to start must not overwrite the state in the file.
    let hasStarted = false;
    const dump = ({ chain, store }: NodeChain) => dumpStateFile(chain, store, options);
    undo.add(() => served.stop(async (last) => hasStarted && dump(last)));
    await loadStateFile(served.current, options);
    sockets?.follow(served.current.chain);
    const service = serviceOf({ config, clock, calls, tracer, apiKeys }, served);
    const rpc = await open(service, sockets);
    served.attach(rpc);
    // The cluster is left after the requests have ended, and before the database closes, whose
    // writes may wait for the log.
    undo.add(async () => cluster?.leave());
    undo.add(() => rpc.close());
    undo.add(() => calls.explainer?.close());
    const { ipc } = config;
    if (ipc !== undefined) await rpc.listenOnIpc(ipc).catch(nameIpcSetting(options.spell));
    undo.add(apiKeys.watch(rpc.setApiKeys, logger));
    undo.add(() => peering.stop());
    await peering.join((task) => served.withChain(task), leaving);
    await served.current.start();
    await cluster?.join(served.current, rpc);
    hasStarted = true;
    started();
    const facts = {
      accounts: wallet.accounts,
      dataDirectory,
      hasExplorer: service.site !== undefined,
      enode: peering.enode,
    };
    return nodeOf(served, { ...facts, rpc, stop: () => undo.run() });
  } catch (error) {
    await undo.run();
    throw error;
  }
}

interface ServiceParts extends Pick<NodeOptions, "config" | "tracer"> {
  readonly clock: Clock;
  readonly calls: ReturnType<typeof callLogOf>;
  readonly apiKeys: ApiKeys;
}

/** Returns the options of the RPC service. */
const serviceOf = (
  { config, clock, calls, tracer, apiKeys }: ServiceParts,
  { current: { backend } }: ServedChain,
): RpcOptions => ({
  backend,
  apiKeys: apiKeys.atStart,
  site: siteOf(config),
  tracer,
  clock,
  steadyClock,
  logger: calls.logger,
  ...rpcOptionsOf(config),
  requestLevels: requestLevelsOf(calls.level),
});

const callLogOf = ({ config, logger, onConsole }: NodeOptions) => ({
  level: callLevelOf(config),
  logger: gatedLogger(logger),
  onConsole,
  order: new LineOrder(),
  explainer: explainerOf({
    paths: config["build-info"],
    explainsErrors: config.errors === "hardhat",
    logger,
  }),
});

/**
 * Ends what the start waits for when the node leaves. Returns a function to call when it has
 * started: then requests that are under way are answered first.
 */
function leaveOn(
  leaving: AbortSignal | undefined,
  served: ServedChain,
  cluster: Cluster | undefined,
): () => void {
  leaving?.throwIfAborted();
  const leave = () => {
    served.leave();
    // Its failure is one of the start.
    cluster?.leave().catch(() => {});
  };
  leaving?.addEventListener("abort", leave);
  return () => leaving?.removeEventListener("abort", leave);
}

/** Describes a running node, whose chain may be replaced. */
function nodeOf<R extends Rpc>(
  served: ServedChain,
  parts: Pick<Node<R>, "accounts" | "rpc" | "dataDirectory" | "hasExplorer" | "enode" | "stop">,
): Node<R> {
  return {
    get spec() {
      return served.current.spec;
    },
    get chain() {
      return served.current.chain;
    },
    isReadOnly: served.current.store.opening.isReadOnly,
    bitcoin: served.current.bitcoin,
    ...parts,
  };
}

/** Connects to the log of the settings, if there is one. */
async function clusterOf(
  options: NodeOptions,
  { accounts }: DevelopmentWallet,
  genesisSeconds: number,
): Promise<Cluster | undefined> {
  const { config } = options;
  if (config.log === undefined) return undefined;
  const { openCluster } = await import("./cluster/cluster.js");
  const { chainId } = chainSpecOf(options, accounts, genesisSeconds);
  // The lookup of a server's name cannot be ended.
  noteLingering();
  return openCluster(config, config.log, chainId, options);
}

function peeringOf(options: NodeOptions, clock: Clock): Peering {
  const { config, spell, logger, version } = options;
  return new Peering({ config, spell, clock, logger, client: clientVersionOf(config, version) });
}

/** @throws {UsageError} for the main chain. */
function forkChoiceOf({ config, spell }: ResolvedSettings): ForkChoice | undefined {
  const { "fork-url": url, "fork-block": number } = config;
  if (url === undefined) return undefined;
  if (config.chain === mainSpec.name) {
    throw new UsageError(`${spell("fork-url")}: main is not a development chain`);
  }
  return { url, number };
}

/** Throws the error again, with the setting that cannot be used. */
const nameForkSetting =
  (spell: ResolvedSettings["spell"]) =>
  (error: unknown): never => {
    if (!(error instanceof ForkRefused)) throw error;
    throw new UsageError(`${spell(`fork-${error.part}`)}: ${error.message}`, { cause: error });
  };

/** Throws the error again, with the setting if no process could listen there. */
const nameIpcSetting =
  (spell: ResolvedSettings["spell"]) =>
  (error: unknown): never => {
    if (!(error instanceof Fault && error.data.code === "bad-request")) throw error;
    throw new UsageError(`${spell("ipc")}: ${error.message}`, { cause: error });
  };
