/** The composition root: every room of the house is furnished here and nowhere else. */
import { type Chain, openChain } from "@tandem/chain";
import { type ChainSpec, type Clock, type Logger, systemClock } from "@tandem/primitives";
import { type RpcServer, startRpcServer } from "@tandem/rpc";
import { openStore } from "@tandem/store";
import { type DevelopmentAccount, deriveWallet } from "./accounts.js";
import { apiKeysOf } from "./api-keys.js";
import { createBackend } from "./backend.js";
import { bitcoinSideOf } from "./bitcoin-side.js";
import { chainSpecOf, isBuiltIn } from "./chain-spec.js";
import type { Config } from "./config/settings.js";
import { type DataDirectory, openDataDirectory } from "./data-directory.js";

export interface Node {
  readonly spec: ChainSpec;
  readonly accounts: readonly DevelopmentAccount[];
  readonly chain: Chain;
  readonly rpc: RpcServer;
  readonly dataDirectory: DataDirectory;
  /** Where the Bitcoin side is, for people. */
  readonly bitcoin: string;
  /** Stops answering, then mining, then writing; a temporary chain is removed. */
  stop(): Promise<void>;
}

export interface NodeOptions {
  readonly config: Config;
  readonly logger: Logger;
  readonly version: string;
  readonly clock?: Clock;
}

export async function startNode({
  config,
  logger,
  version,
  clock = systemClock,
}: NodeOptions): Promise<Node> {
  const wallet = deriveWallet(config.mnemonic, config.accounts);
  const accounts = isBuiltIn(config.chain) ? wallet.accounts : [];
  const spec = chainSpecOf(config, accounts);
  const apiKeys = apiKeysOf(config);
  const dataDirectory = openDataDirectory(config["data-dir"]);
  const undo: (() => Promise<void> | void)[] = [() => dataDirectory.dispose()];
  const stop = async () => {
    for (let task = undo.pop(); task !== undefined; task = undo.pop()) await task();
  };
  try {
    const store = await openStore({
      directory: dataDirectory.path,
      isDurable: dataDirectory.isKept,
    });
    undo.push(() => store.close());
    const bitcoin = bitcoinSideOf(config, spec, logger);
    undo.push(() => bitcoin.close());
    const chain = await openChain({
      spec,
      store,
      clock,
      logger,
      settings: {
        coinbase: wallet.miner.address,
        gasLimitTarget: isBuiltIn(config.chain) ? config["gas-limit"] : spec.genesis.gasLimit,
        minimumGasPriceTarget: isBuiltIn(config.chain)
          ? config["minimum-gas-price"]
          : spec.genesis.minimumGasPrice,
        extraData: new Uint8Array(Buffer.from(`tandem ${version}`)),
      },
      mining: {
        mode: config.mining,
        intervalMs: config["interval-ms"],
        createSealer: bitcoin.createSealer,
      },
    });
    undo.push(() => chain.stop());
    const clientVersion = `Tandem/v${version}/${process.platform}-${process.arch}/node${process.versions.node}`;
    const backend = createBackend({ chain, store, clientVersion });
    const rpc = await startRpcServer({
      backend,
      host: config.host,
      port: config.port,
      apiKeys,
      logger,
      clock,
    });
    undo.push(() => rpc.close());
    logBlocks(chain, logger);
    chain.start();
    return { spec, accounts, chain, rpc, dataDirectory, bitcoin: bitcoin.name, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function logBlocks(chain: Chain, logger: Logger): void {
  chain.onHeadMoved(({ removed, added }) => {
    if (removed.length > 0) logger.info({ depth: removed.length }, "reorg");
    for (const { header, transactions } of added) {
      logger.info(
        { number: header.number, transactions: transactions.length, gasUsed: `${header.gasUsed}` },
        "block",
      );
    }
  });
}
