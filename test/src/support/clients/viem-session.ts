/** Sets up viem 2 as in its documentation, with a token. */
import assert from "node:assert/strict";
import {
  type Abi,
  type Chain,
  createPublicClient,
  createWalletClient,
  defineChain,
  type Hex,
  type HttpTransport,
  http,
  type PublicClient,
  type WalletClient,
} from "viem";
import { type HDAccount, mnemonicToAccount } from "viem/accounts";
import { compileOne } from "../compile.js";
import { developmentMnemonic } from "../development.js";
import type { RunningNode } from "../node-process.js";

export const token = compileOne("Token.sol", "Token");
export const abi = token.abi as Abi;
export const supply = 1_000_000n;

/** The accounts of the mnemonic that were used: their derivation takes long. */
const accounts = new Map<number, HDAccount>();
function accountOf(addressIndex: number): HDAccount {
  const known = accounts.get(addressIndex);
  if (known !== undefined) return known;
  const made = mnemonicToAccount(developmentMnemonic, { addressIndex });
  accounts.set(addressIndex, made);
  return made;
}

interface Clients {
  readonly account: HDAccount;
  readonly chain: Chain;
  readonly reader: PublicClient<HttpTransport, Chain>;
  readonly wallet: WalletClient<HttpTransport, Chain, HDAccount>;
}

/** The clients of all accounts, and a token deployed by account 0. */
export class Session {
  readonly chainId: number;
  readonly #nodeOf: () => RunningNode;
  address: Hex = "0x";
  deployment: Hex = "0x";

  constructor(chainId: number, nodeOf: () => RunningNode) {
    this.chainId = chainId;
    this.#nodeOf = nodeOf;
  }

  get wsUrl(): string {
    return this.#nodeOf().wsUrl;
  }

  clients(addressIndex = 0): Clients {
    const { url, wsUrl } = this.#nodeOf();
    const chain = defineChain({
      id: this.chainId,
      name: `tandem ${this.chainId}`,
      nativeCurrency: { name: "coin", symbol: "COIN", decimals: 18 },
      rpcUrls: { default: { http: [url], webSocket: [wsUrl] } },
    });
    const account = accountOf(addressIndex);
    const transport = http(url);
    return {
      account,
      chain,
      reader: createPublicClient({ chain, transport, pollingInterval: 50, cacheTime: 0 }),
      wallet: createWalletClient({ account, chain, transport }),
    };
  }

  async deploy(): Promise<void> {
    const { wallet, reader } = this.clients();
    const args = ["Coin", "COIN", supply];
    this.deployment = await wallet.deployContract({ abi, bytecode: token.bytecode, args });
    const receipt = await reader.waitForTransactionReceipt({ hash: this.deployment });
    assert.equal(receipt.status, "success");
    this.address = receipt.contractAddress as Hex;
  }

  async transfer(to: Hex, value: bigint) {
    const { wallet, reader } = this.clients();
    const request = { address: this.address, abi, functionName: "transfer", args: [to, value] };
    const hash = await wallet.writeContract(request);
    return reader.waitForTransactionReceipt({ hash });
  }
}
