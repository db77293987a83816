/**
 * Is a plugin of Hardhat 3: it adds the network `tandem`, whose node starts at the first connection
 * and ends with the run. Errors of a node that knows its contracts (`buildInfo`) begin with lines of Solidity.
 */
import { lazyNode, networkName, placeholderUrl } from "./hardhat-network.js";
import { type CallError, NodeCallError, solidityStackOf } from "./node-call-error.js";
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

interface Connection {
  readonly networkName: string;
}

interface Response {
  readonly error?: CallError;
}

interface NetworkHooks {
  onRequest(
    context: object,
    connection: Connection,
    request: object,
    next: (context: object, connection: Connection, request: object) => Promise<Response>,
  ): Promise<Response>;
}

/** The parts of Hardhat's type of plugins that are used. */
export interface TandemPlugin {
  readonly id: string;
  readonly hookHandlers: {
    readonly config: () => Promise<{ readonly default: () => Promise<ConfigHooks> }>;
    readonly network: () => Promise<{ readonly default: () => Promise<NetworkHooks> }>;
  };
}

/**
 * Returns the error that Hardhat's own network throws where it knows the contracts. Hardhat's reporters print
 * the functions of an error of this name once more, below the errors that libraries make of it.
 */
const solidityErrorOf = (error: CallError, functions: readonly string[]) =>
  Object.assign(new NodeCallError(error), {
    name: "SolidityError",
    solidityStack: functions.join("\n"),
  });

const networkHooks: NetworkHooks = {
  async onRequest(context, connection, request, next) {
    const response = await next(context, connection, request);
    const { error } = response;
    if (error === undefined || connection.networkName !== networkName) return response;
    const functions = solidityStackOf(error.data);
    if (functions.length > 0) throw solidityErrorOf(error, functions);
    return response;
  },
};

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
    hookHandlers: {
      config: async () => ({ default: async () => hooks }),
      network: async () => ({ default: async () => networkHooks }),
    },
  };
}
