/** Prepares a development chain for the demonstration: contracts, a funded wallet, a funded pool. */
import { bytesToHex, type Hex, parseEther } from "viem";
import { connectDeployer, deploy, deposit, fundPool, pay } from "../deploy.js";
import { rootKeyOf } from "../wallet/mnemonic.js";
import { keySigner, type Signer } from "../wallet/signer.js";

export interface PrepareOptions {
  readonly nodeUrl: string;
  /** BIP-39 words of the development accounts; the first account pays. */
  readonly mnemonic: string;
  /** Key of the relay's wallet. */
  readonly relayerKey: Hex;
  /** Undefined: a new one is deployed. */
  readonly contract?: Hex | undefined;
}

/** The wei that the signing wallet gets for gas. */
export const gasMoney = parseEther("10");
/** The wei that the pool gets for loans. */
export const poolMoney = parseEther("5");
/** Balance of the wallet in the contract, for transfers. */
const balanceMoney = parseEther("100");

/** @returns the address of the contract. @throws {NotDeployed} */
export async function prepareDemonstration(options: PrepareOptions): Promise<Hex> {
  const lender = await connectDeployer(options.nodeUrl, firstOf(options.mnemonic));
  const relayer = await connectDeployer(options.nodeUrl, keySigner(options.relayerKey));
  const contract = options.contract ?? (await deploy(lender)).contract;
  await pay(lender, relayer.signer.address, gasMoney + balanceMoney);
  await fundPool(lender, contract, poolMoney);
  await deposit(relayer, contract, balanceMoney);
  return contract;
}

/** The derivation path of the first account of development nodes. */
const firstPath = "m/44'/60'/0'/0/0";

/** Returns the signer of the first account. @throws as `rootKeyOf`. */
export function firstOf(mnemonic: string): Signer {
  const { privateKey } = rootKeyOf(mnemonic).derive(firstPath);
  if (privateKey === null) throw new Error("the mnemonic has no private key");
  return keySigner(bytesToHex(privateKey));
}
