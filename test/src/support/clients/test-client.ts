/** Sets up viem's client for development nodes, as in its documentation for anvil and Hardhat. */
import { createTestClient, defineChain, type Hex, http, publicActions, walletActions } from "viem";

export const chainAt = (id: number, url: string) =>
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
) {
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

export type TestClient = ReturnType<typeof testClientOf>;

/** Returns an address without a known key. */
export const somebody = (n: number): Hex => `0x${n.toString(16).padStart(40, "5")}`;
