/** Composes the node: all packages are wired together here and nowhere else. */

import { type Chain, openChain } from "@tandem/chain";
import { UsageError } from "@tandem/cli";
import { type ChainSpec, formerSpecs, mainSpec, type StoredBlock } from "@tandem/primitives";
import { openRpc, type Rpc, type RpcOptions, type RpcServer, startRpcServer } from "@tandem/rpc";
import { type Clock, type Logger, systemClock } from "@tandem/runtime";
import { openStore, recordedGenesisTime, recordedSpec, type Store } from "@tandem/store";
import { type DevelopmentAccount, type DevelopmentWallet, deriveWallet } from "./accounts.js";
import { ApiKeys } from "./api-keys/keys-file.js";
import { HeldKeys } from "./backend/held-keys.js";
import { createBackend } from "./backend.js";
import { bitcoinSideOf } from "./bitcoin-side.js";
import {
  type CallLogOptions,
  callLevelOf,
  followTransactions,
  followWaiting,
  requestLevelsOf,
  watchCalls,
} from "./call-log/call-log.js";
import { chainSpecOf, isBuiltIn } from "./chain-spec.js";
import type { Config } from "./config/settings.js";
import { type DataDirectory, openDataDirectory } from "./data-directory.js";
import { type Fork, openFork } from "./fork/fork.js";
import { watchHealth } from "./health.js";
import { seededIds, timeOf } from "./same-run.js";
import { dumpStateFile, loadStateFile } from "./state-file/files.js";

const mebibyte = 1024 * 1024;

/** @template R the service, with or without sockets. */
export interface Node<R extends Rpc = RpcServer> {
  readonly spec: ChainSpec;
  readonly accounts: readonly DevelopmentAccount[];
  readonly chain: Chain;
  readonly rpc: R;
  readonly dataDirectory: DataDirectory;
  /** Is true if nothing can be written because the disk was full at the start. */
  readonly isReadOnly: boolean;
  /** The address of the Bitcoin side, for people. */
  readonly bitcoin: string;
  /** Stops answering, then mining, then writing; removes a temporary chain. */
  stop(): Promise<void>;
}

export interface NodeOptions {
  readonly config: Config;
  readonly logger: Logger;
  readonly version: string;
  readonly clock?: Clock;
  /** Keeps a chain without a data directory in memory instead of a temporary folder. */
  readonly isInMemory?: boolean;
  /** Receives lines that contracts print; they are logged by default. */
  readonly onConsole?: (line: string) => void;
}

/** Starts a node that listens. */
export const startNode = (options: NodeOptions): Promise<Node> =>
  composeNode(options, (rpc) => {
    const { host, port, "allowed-host": allowedHosts } = options.config;
    return startRpcServer({ ...rpc, host, port, allowedHosts });
  });

/** Starts a node for this process only. */
export const startLocalNode = (options: NodeOptions): Promise<Node<Rpc>> =>
  composeNode(options, async (rpc) => openRpc(rpc));

async function composeNode<R extends Rpc>(
  { config, logger, version, clock = systemClock, isInMemory = false, onConsole }: NodeOptions,
  open: (options: RpcOptions) => Promise<R>,
): Promise<Node<R>> {
  const wallet = deriveWallet(config.mnemonic, config.accounts);
  const { accounts } = wallet;
  // Errors of the settings are reported before anything is created.
  chainSpecOf(config, accounts, secondsOf(clock));
  const apiKeys = new ApiKeys(config);
  const dataDirectory = openDataDirectory(config["data-dir"], isInMemory || config["in-memory"]);
  const undo: (() => Promise<void> | void)[] = [() => dataDirectory.dispose()];
  const stop = async () => {
    for (let task = undo.pop(); task !== undefined; task = undo.pop()) await task();
  };
  try {
    const store = await openStore({
      directory: dataDirectory.path,
      isDurable: dataDirectory.isKept,
      freeBytesMin: config["disk-reserve-mb"] * mebibyte,
    });
    undo.push(() => store.close());
    tellOpening(store, dataDirectory.path, logger);
    const genesisTime = recordedGenesisTime(store) ?? secondsOf(clock);
    const fork = await forkOf(config, store);
    const unforked = chainSpecOf(config, accounts, genesisTime);
    const spec = await specIn(store, config, unforked, fork);
    const bitcoin = bitcoinSideOf(config, spec, logger);
    undo.push(() => bitcoin.close());
    const { createSealer } = bitcoin;
    const settings = minerSettingsOf(config, wallet, version);
    const mining = { mode: config.mining, intervalMs: config["interval-ms"], createSealer };
    const time = timeOf(config, spec);
    const given = { spec, remote: fork?.remote, store, clock, logger, settings, mining };
    const chain = await openChain({ ...given, ...(time === undefined ? {} : { time }) });
    if (chain.loss !== undefined) logger.error({}, chain.loss);
    const dumpFile = config["dump-state"];
    // A node that failed to start must not overwrite the state in the file.
    let hasStarted = false;
    undo.push(async () => {
      if (dumpFile !== undefined && hasStarted) await dumpStateFile(chain, store, dumpFile, logger);
    });
    undo.push(() => chain.stop());
    if (config["load-state"] !== undefined) {
      await loadStateFile(chain, config["load-state"], logger);
    }
    const calls = { level: callLevelOf(config), logger, onConsole };
    const rpc = await openService(
      { config, accounts, version, clock, chain, store, fork, calls, apiKeys },
      open,
    );
    undo.push(() => rpc.close());
    undo.push(apiKeys.watch(rpc.setApiKeys, logger));
    logActivity(chain, store, calls);
    chain.start();
    hasStarted = true;
    const { isReadOnly } = store.opening;
    return { spec, accounts, chain, rpc, dataDirectory, isReadOnly, bitcoin: bitcoin.name, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const secondsOf = (clock: Clock) => Math.floor(clock.now() / 1000);

/** Returns the chain of the settings, or the former rules that a database was made with. */
async function specIn(
  store: Store,
  config: Config,
  unforked: ChainSpec,
  fork: Fork | undefined,
): Promise<ChainSpec> {
  const chainId = config["chain-id"];
  const forked = await fork?.spec(unforked);
  const named = forked && chainId !== undefined ? { ...forked, chainId } : forked;
  const wanted = named ?? unforked;
  const former = isBuiltIn(config.chain) ? formerSpecs(wanted) : [];
  return recordedSpec(store, [wanted, ...former]);
}

/** Returns what the miner of the chain starts with. */
const minerSettingsOf = (config: Config, wallet: DevelopmentWallet, version: string) => ({
  coinbase: wallet.miner.address,
  gasLimitTarget: config["gas-limit"],
  minimumGasPriceTarget: config["minimum-gas-price"],
  extraData: new Uint8Array(Buffer.from(`tandem ${version}`)),
});

/** Returns the options of the RPC service that settings give directly. */
const rpcOptionsOf = (config: Config) => ({
  corsOrigins: config["cors-origin"],
  allowsPrivateNetwork: config["allow-private-network"],
  limits: {
    bodyBytesMax: config["max-request-mb"] * mebibyte,
    messageBytesMax: config["max-request-mb"] * mebibyte,
    answerCharactersMax: config["max-response-mb"] * mebibyte,
  },
  access: {
    areControlsOff: config["no-dev-rpc"],
    areKeysHeld: config.unlocked,
    guardedChain: config.chain === mainSpec.name ? mainSpec.name : undefined,
  },
  errorForm: config.errors,
  ...(config.seed === undefined ? {} : { newId: seededIds(config.seed) }),
});

/** Returns the version that `web3_clientVersion` reports. */
function clientVersionOf(config: Config, version: string): string {
  const machine = `${process.platform}-${process.arch}/node${process.versions.node}`;
  return config["client-version"] ?? `Tandem/v${version}/${machine}`;
}

interface ServiceParts {
  readonly config: Config;
  readonly accounts: readonly DevelopmentAccount[];
  readonly version: string;
  readonly clock: Clock;
  readonly chain: Chain;
  readonly store: Store;
  readonly fork: Fork | undefined;
  readonly calls: CallLogOptions;
  readonly apiKeys: ApiKeys;
}

/** Opens the RPC service of a chain. */
function openService<R extends Rpc>(
  { config, accounts, version, clock, chain, store, fork, calls, apiKeys }: ServiceParts,
  open: (options: RpcOptions) => Promise<R>,
): Promise<R> {
  const clientVersion = clientVersionOf(config, version);
  const health = watchHealth({ chain, store, clock });
  const watch = watchCalls(calls);
  const backend = createBackend({
    chain,
    store,
    clientVersion,
    keys: new HeldKeys(config.unlocked ? accounts : []),
    sending: {
      sendsFailing: config.errors !== "standard",
      reportsFailures: config["report-failures"],
    },
    fork,
    health,
    traceCountMax: config["trace-count-max"],
    ...(watch === undefined ? {} : { watch }),
  });
  return open({
    backend,
    apiKeys: apiKeys.atStart,
    ...rpcOptionsOf(config),
    logger: calls.logger,
    requestLevels: requestLevelsOf(calls.level),
    clock,
  });
}

/** @throws {UsageError} for the main chain, and if the other chain cannot be read. */
async function forkOf(config: Config, store: Store): Promise<Fork | undefined> {
  const url = config["fork-url"];
  if (url === undefined) {
    if (config["fork-block"] === undefined) return undefined;
    throw new UsageError("--fork-block: there is nothing to fork without --fork-url");
  }
  if (config.chain === "main") throw new UsageError("--fork-url: main is no development chain");
  return openFork(url, config["fork-block"], store);
}

/** Logs what an operator must know about the disk. */
function tellOpening({ opening }: Store, directory: string | undefined, logger: Logger): void {
  if (opening.isReadOnly) {
    logger.error({ directory }, "the disk is full: the chain is open for reading only");
  }
  if (opening.isRecordDamaged) {
    const message =
      "the record of the last write is damaged: blocks at the end of the chain may be lost, which nothing tells";
    logger.warn({ directory }, message);
  }
  if (opening.isExposed) {
    logger.warn({ directory }, "others than its owner can read the data directory: chmod 700 it");
  }
}

/**
 * The maximum number of simultaneous blocks that are logged one by one; more are logged in one line.
 */
const toldApartMax = 16;

/** Logs blocks, transactions and what waits. */
function logActivity(chain: Chain, store: Store, calls: CallLogOptions): void {
  followTransactions(chain, store, calls);
  followWaiting(chain, calls);
  logBlocks(chain, calls.logger);
}

/** A reorg adds the blocks of another branch; `evm_revert` and its like only take blocks away. */
const nameOf = (added: readonly StoredBlock[]) =>
  added.length === 0 ? "reverted to an earlier block" : "reorg";

function logBlocks(chain: Chain, logger: Logger): void {
  chain.onHeadMoved(({ removed, added }) => {
    if (removed.length > 0) logger.info({ depth: removed.length }, nameOf(added));
    const [first, last] = [added[0], added.at(-1)];
    if (first !== undefined && last !== undefined && added.length > toldApartMax) {
      const transactions = added.reduce((sum, block) => sum + block.transactions.length, 0);
      logger.info({ from: first.header.number, to: last.header.number, transactions }, "blocks");
      return;
    }
    for (const { header, transactions } of added) {
      logger.info(
        { number: header.number, transactions: transactions.length, gasUsed: `${header.gasUsed}` },
        "block",
      );
    }
  });
}
