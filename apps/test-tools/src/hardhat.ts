/**
 * Is a plugin of Hardhat 3: it adds the network `tandem`, whose node starts at the first connection
 * and ends with the run.
 */
import { lazyNode, networkName, placeholderUrl } from "./hardhat-network.js";
import type { ThreadOptions } from "./thread/start.js";

interface UserConfig {
  readonly networks?: Readonly<Record<string, object>>;
}

interface Network {
  readonly url?: object;
}

interface ResolvedConfig {
  readonly networks: Readonly<Record<string, Network>>;
}

type Resolve = (...args: never) => object;

interface ConfigHooks {
  extendUserConfig(
    config: UserConfig,
    next: (config: UserConfig) => Promise<UserConfig>,
  ): Promise<UserConfig>;
  resolveUserConfig(
    config: UserConfig,
    resolve: Resolve,
    next: (config: UserConfig, resolve: Resolve) => Promise<ResolvedConfig>,
  ): Promise<ResolvedConfig>;
}

/** The parts of Hardhat's type of plugins that are used. */
export interface TandemPlugin {
  readonly id: string;
  readonly hookHandlers: {
    readonly config: () => Promise<{ readonly default: () => Promise<ConfigHooks> }>;
  };
}

/** Returns the plugin, with the options of the node. */
export function tandem(options: ThreadOptions = {}): TandemPlugin {
  const start = lazyNode(options);
  const urlOf = async () => (await start()).url;
  const hooks: ConfigHooks = {
    async extendUserConfig(config, next) {
      const extended = await next(config);
      const own = { type: "http", url: placeholderUrl, ...extended.networks?.[networkName] };
      return { ...extended, networks: { ...extended.networks, [networkName]: own } };
    },
    async resolveUserConfig(config, resolve, next) {
      const resolved = await next(config, resolve);
      const network = resolved.networks[networkName];
      const url = Object.assign(Object.create(network?.url ?? null), { get: urlOf, getUrl: urlOf });
      return {
        ...resolved,
        networks: { ...resolved.networks, [networkName]: { ...network, url } },
      };
    },
  };
  return {
    id: networkName,
    hookHandlers: { config: async () => ({ default: async () => hooks }) },
  };
}
