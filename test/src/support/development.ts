/** Provides the accounts of every node, and transactions signed by them without a request to a node. */

import { fromHex, signHash, toHex } from "@tandem/primitives";
import {
  type Authorization,
  computeAddress,
  HDNodeWallet,
  hashAuthorization,
  Signature,
  SigningKey,
  Transaction,
  type TransactionLike,
} from "ethers";
import { call } from "./rpc.js";
import type { Hex } from "./wire.js";

export const developmentMnemonic = "test test test test test test test test test test test junk";
export const coin = 10n ** 18n;
/** Wei for a unit of gas that every default chain accepts. */
export const plentyGasPrice = 1_000_000_000n;

export interface Account {
  /** The address in lower case. */
  readonly address: Hex;
  readonly key: SigningKey;
}

const folder = HDNodeWallet.fromPhrase(developmentMnemonic, undefined, "m/44'/60'/0'/0");

/** Returns account `n` of the mnemonic, at the BIP-44 path `m/44'/60'/0'/0/n`. */
export function developmentAccount(n: number): Account {
  const { address, signingKey } = folder.deriveChild(n);
  return { address: address.toLowerCase() as Hex, key: signingKey };
}

export const developmentAccounts: readonly Account[] = Array.from({ length: 10 }, (_, n) =>
  developmentAccount(n),
);

/** Returns an account without a balance. */
export function emptyAccount(seed: number): Account {
  const key = new SigningKey(`0x${seed.toString(16).padStart(64, "e")}`);
  return { address: computeAddress(key.publicKey).toLowerCase() as Hex, key };
}

/** Signs a hash natively, in a tenth of the time that a key of ethers takes. */
function signatureOf({ key }: Account, hash: string): Signature {
  const { r, s, recoveryId } = signHash(fromHex(hash), fromHex(key.privateKey));
  return Signature.from({ r: toHex(r), s: toHex(s), yParity: recoveryId as 0 | 1 });
}

/** Returns a signed transaction's EIP-2718 bytes and its hash. The default is type 0. */
export function sign(account: Account, fields: TransactionLike): { raw: Hex; hash: Hex } {
  const isPriced = fields.gasPrice !== undefined || fields.maxFeePerGas !== undefined;
  const type = fields.type ?? 0;
  const price = type >= 2 ? { maxFeePerGas: plentyGasPrice } : { gasPrice: plentyGasPrice };
  const tx = Transaction.from({
    chainId: 31,
    gasLimit: 21_000,
    type,
    ...(isPriced ? {} : price),
    ...fields,
  });
  tx.signature = signatureOf(account, tx.unsignedHash);
  return { raw: tx.serialized as Hex, hash: tx.hash as Hex };
}

/**
 * Signs an authorization of EIP-7702, which lets the code of `address` run at the account's own
 * address.
 */
export function authorize(
  account: Account,
  fields: { readonly chainId: number; readonly address: string; readonly nonce: number },
): Authorization {
  const { address } = fields;
  const nonce = BigInt(fields.nonce);
  const chainId = BigInt(fields.chainId);
  return { address, nonce, chainId, signature: signatureOf(account, hashAuthorization(fields)) };
}

/** Signs with the account's next nonce, pool included, and sends. */
export async function send(url: string, account: Account, fields: TransactionLike): Promise<Hex> {
  const nonce = await call<Hex>(url, "eth_getTransactionCount", [account.address, "pending"]);
  return call<Hex>(url, "eth_sendRawTransaction", [
    sign(account, { nonce: Number(nonce), ...fields }).raw,
  ]);
}
