/** Sets up ethers 6 as in its documentation, with a token. */
import assert from "node:assert/strict";
import {
  Contract,
  ContractFactory,
  HDNodeWallet,
  type InterfaceAbi,
  JsonRpcProvider,
  type Provider,
} from "ethers";
import { compileOne } from "../compile.js";
import { developmentMnemonic } from "../development.js";
import type { RunningNode } from "../node-process.js";

export const token = compileOne("Token.sol", "Token");
export const abi = token.abi as InterfaceAbi;
export const supply = 1_000_000n;

/** The accounts of the mnemonic that were used: their derivation takes long. */
const accounts = new Map<number, HDNodeWallet>();
function accountOf(n: number): HDNodeWallet {
  const known = accounts.get(n);
  if (known !== undefined) return known;
  const path = `m/44'/60'/0'/0/${n}`;
  const made = HDNodeWallet.fromPhrase(developmentMnemonic, undefined, path);
  accounts.set(n, made);
  return made;
}

/** A provider, the wallets of all accounts, and a token deployed by account 0. */
export class Session {
  readonly chainId: number;
  readonly #nodeOf: () => RunningNode;
  #provider: JsonRpcProvider | undefined;
  #address: string | undefined;

  constructor(chainId: number, nodeOf: () => RunningNode) {
    this.chainId = chainId;
    this.#nodeOf = nodeOf;
  }

  get wsUrl(): string {
    return this.#nodeOf().wsUrl;
  }

  get provider(): JsonRpcProvider {
    // Without this, answers of the last 250 ms would be repeated, including a nonce.
    this.#provider ??= new JsonRpcProvider(this.#nodeOf().url, undefined, { cacheTimeout: -1 });
    this.#provider.pollingInterval = 50;
    return this.#provider;
  }

  get address(): string {
    assert.ok(this.#address);
    return this.#address;
  }

  wallet(n: number, provider: Provider = this.provider): HDNodeWallet {
    return accountOf(n).connect(provider);
  }

  token(n: number): Contract {
    return new Contract(this.address, abi, this.wallet(n));
  }

  async deploy(): Promise<void> {
    const factory = new ContractFactory(abi, token.bytecode, this.wallet(0));
    const contract = await factory.deploy("Coin", "COIN", supply);
    await contract.waitForDeployment();
    this.#address = await contract.getAddress();
  }

  close(): void {
    this.#provider?.destroy();
  }
}
