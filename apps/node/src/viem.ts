/** Creates a node with a connected viem client: reads, writes and controls. */
import {
  type Account,
  type Chain,
  type Client,
  createClient,
  custom,
  defineChain,
  type PublicActions,
  publicActions,
  type RpcSchema,
  type TestActions,
  type Transport,
  testActions,
  type WalletActions,
  walletActions,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import {
  type CreateNodeOptions,
  createNode as createBareNode,
  type InProcessNode,
} from "./create-node.js";

/** Reads as a public client, signs as the first development account, and controls time and blocks. */
export type NodeClient = Client<
  Transport,
  Chain,
  Account,
  RpcSchema,
  PublicActions<Transport, Chain, Account> & WalletActions<Chain, Account> & TestActions
>;

export interface ViemNode extends InProcessNode {
  readonly client: NodeClient;
}

/** The milliseconds between two polls of a waiting client; a poll is a function call here. */
const pollingInterval = 20;

/** Creates a node as `createNode` does; it must have at least one development account. */
export async function createNode(options: CreateNodeOptions = {}): Promise<ViemNode> {
  const node = await createBareNode(options);
  const [first] = node.accounts;
  if (first === undefined) {
    await node.close();
    throw new Error("a client needs an account to sign with: accounts must be 1 or more");
  }
  const { provider, chainId } = node;
  const chain = defineChain({
    id: chainId,
    name: "Tandem",
    nativeCurrency: { name: "Coin", symbol: "COIN", decimals: 18 },
    rpcUrls: { default: { http: options.isListening === false ? [] : [node.url] } },
  });
  const transport = custom(
    { request: ({ method, params }) => provider.request(method, params) },
    // Retries are useless for a call without a network.
    { retryCount: 0 },
  );
  const account = privateKeyToAccount(first.privateKey);
  const client = createClient({ account, chain, transport, pollingInterval, cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions)
    .extend(testActions({ mode: "anvil" })) as unknown as NodeClient;
  // A getter may throw, so the members are not copied.
  return Object.defineProperty(node, "client", { value: client }) as ViemNode;
}
