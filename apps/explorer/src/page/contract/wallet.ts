/** Sends transactions through a wallet in the browser (EIP-1193). */

/** The provider that a wallet puts into the page. */
interface Provider {
  request(wanted: {
    readonly method: string;
    readonly params?: readonly unknown[];
  }): Promise<unknown>;
}

/** Returns the wallet's provider, or undefined without a wallet. */
export const walletOf = (): Provider | undefined =>
  (globalThis as { readonly ethereum?: Provider }).ethereum;

export interface WalletCall {
  readonly to: string;
  readonly data: string;
  readonly value: bigint;
}

/**
 * Requests the wallet to sign and send. Returns the hash of the transaction.
 * @param chainId of the node, which is compared with that of the wallet.
 * @throws {Error} with a sentence for people.
 */
export async function sendWithWallet(
  provider: Provider,
  chainId: number,
  { to, data, value }: WalletCall,
): Promise<string> {
  const walletChain = Number(await provider.request({ method: "eth_chainId" }));
  if (walletChain !== chainId) {
    throw new Error(`The wallet is on chain ${walletChain}, this node on ${chainId}.`);
  }
  const accounts = await provider.request({ method: "eth_requestAccounts" });
  const [from] = accounts as readonly (string | undefined)[];
  if (from === undefined) throw new Error("The wallet gives no account.");
  const transaction = { from, to, data, value: `0x${value.toString(16)}` };
  const params = [transaction];
  return `${await provider.request({ method: "eth_sendTransaction", params })}`;
}
