/**
 * Is a plugin of Hardhat 2, loaded with `require`: it adds the network `tandem`, whose node starts
 * at the first request and ends with the run. `tandem` in the configuration has its options.
 */
import { EventEmitter } from "node:events";
import { createRequire } from "node:module";
import { lazyNode, networkName, placeholderUrl } from "./hardhat-network.js";
import type { ThreadNode, ThreadOptions } from "./thread/start.js";

interface Provider {
  request(args: { readonly method: string; readonly params?: unknown }): Promise<unknown>;
}

interface Config {
  readonly networks: Record<string, object>;
  tandem?: ThreadOptions;
}

interface HardhatConfigModule {
  extendConfig(
    extender: (config: Config, given: { readonly tandem?: ThreadOptions }) => void,
  ): void;
  extendProvider(
    extender: (provider: Provider, config: Config, network: string) => Promise<Provider>,
  ): void;
}

// Hardhat in the version of the user's project.
const hardhat = createRequire(import.meta.url)("hardhat/config") as HardhatConfigModule;

/** Milliseconds after which Hardhat gives up a request. */
const timeout = 40_000;

class NodeProvider extends EventEmitter implements Provider {
  readonly #node: ThreadNode;

  constructor(node: ThreadNode) {
    super();
    this.#node = node;
  }

  request({ method, params = [] }: Parameters<Provider["request"]>[0]): Promise<unknown> {
    return this.#node.request(method, params as readonly unknown[]);
  }
}

hardhat.extendConfig((config, given) => {
  const standard = { accounts: "remote", gas: "auto", gasPrice: "auto", gasMultiplier: 1, timeout };
  config.networks[networkName] = {
    ...standard,
    httpHeaders: {},
    ...config.networks[networkName],
    url: placeholderUrl,
  };
  config.tandem = plain(given.tandem ?? {});
});

/** Returns options that can be sent to a thread: Hardhat gives lists as proxies, which cannot be. */
const plain = (options: ThreadOptions): ThreadOptions =>
  Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name,
      Array.isArray(value) ? [...value] : value,
    ]),
  );

let start: (() => Promise<ThreadNode>) | undefined;

hardhat.extendProvider(async (provider, config, network) => {
  if (network !== networkName) return provider;
  start ??= lazyNode(config.tandem ?? {});
  return new NodeProvider(await start());
});
