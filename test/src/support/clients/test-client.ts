/** Sets up viem's client for development nodes, as in its documentation for anvil and Hardhat. */
import {
  type Chain,
  type Client,
  createTestClient,
  defineChain,
  type Hex,
  type HttpTransport,
  http,
  type PublicActions,
  publicActions,
  type RpcSchema,
  type TestActions,
  type WalletActions,
  walletActions,
} from "viem";

export type TestClient = Client<
  HttpTransport,
  Chain,
  undefined,
  RpcSchema,
  PublicActions<HttpTransport, Chain> & WalletActions<Chain> & TestActions
>;

export const chainAt = (id: number, url: string): Chain =>
  defineChain({
    id,
    name: `tandem ${id}`,
    nativeCurrency: { name: "coin", symbol: "COIN", decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  });

/** @param mode selects the names of the methods. */
export function testClientOf(
  { url, chainId }: { readonly url: string; readonly chainId: number },
  mode: "anvil" | "hardhat" | "ganache" = "anvil",
): TestClient {
  return createTestClient({
    mode,
    chain: chainAt(chainId, url),
    transport: http(url, { retryCount: 0 }),
    pollingInterval: 20,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions);
}

/** Returns an address without a known key. */
export const somebody = (n: number): Hex => `0x${n.toString(16).padStart(40, "5")}`;
