/** Provides funded accounts on any node with the development mnemonic. */
import { fromHex, keccak256, toHex } from "@tandem/primitives";
import { developmentAccount } from "../support/development.js";
import { eventually } from "../support/eventually.js";
import { call } from "../support/rpc.js";
import { callAll } from "../support/rpc-batch.js";
import { type LegacyFields, senderOf, signLegacy } from "../support/signer.js";
import type { RunningSubject } from "./subject/subject.js";

/** The price is above that of any node, whatever its previous blocks. */
const gasPrice = 10_000_000_000n;
/** Wei for each sender. */
const fundsEach = 50n * 10n ** 18n;

export interface Wallet {
  readonly address: Uint8Array;
  /** Returns a raw transaction with the next nonce. */
  sign(fields: Omit<LegacyFields, "nonce" | "gasPrice">): string;
  /** Returns the nonce of the next signed transaction. */
  nonce(): number;
  /** Continues from this nonce, because later transactions were not sent. */
  rewind(nonce: number): void;
}

export function createWallet(
  sender: { readonly address: Uint8Array; readonly privateKey: Uint8Array },
  chainId: number,
): Wallet {
  let nonce = 0;
  return {
    address: sender.address,
    sign: (fields) =>
      signLegacy(sender.privateKey, chainId, { nonce: nonce++, gasPrice, ...fields }),
    nonce: () => nonce,
    rewind(to) {
      nonce = to;
    },
  };
}

/** Returns the first account of the mnemonic. Its nonce is assumed to be zero. */
export function richWallet(chainId: number): Wallet {
  const { address, key } = developmentAccount(0);
  return createWallet({ address: fromHex(address), privateKey: fromHex(key.privateKey) }, chainId);
}

/** Funds senders from the first account. */
export async function fundSenders(
  node: RunningSubject,
  rich: Wallet,
  count: number,
): Promise<readonly Wallet[]> {
  const wallets = Array.from({ length: count }, (_, n) => createWallet(senderOf(n), node.chainId));
  await mineAll(
    node,
    rich,
    wallets.map(({ address }) => rich.sign({ to: address, value: fundsEach, gasLimit: 21_000n })),
  );
  return wallets;
}

/** Sends the transactions of one wallet, and waits until they are mined. */
export async function mineAll(
  node: RunningSubject,
  wallet: Wallet,
  raws: readonly string[],
): Promise<void> {
  if (node.mining === "auto") {
    for (const raw of raws) await call(node.url, "eth_sendRawTransaction", [raw]);
  } else {
    await callAll(
      node.url,
      raws.map((raw) => ({ method: "eth_sendRawTransaction", params: [raw] })),
    );
  }
  if (node.mining === "manual") await call(node.url, "evm_mine");
  await untilMined(node, [wallet]);
}

/** @throws {Error} if transactions of a wallet are not in a block after a while. */
export const untilMined = (node: RunningSubject, wallets: readonly Wallet[]): Promise<true> =>
  eventually("block with all transactions", async () => (await leftPending(node, wallets)) === 0);

/** Returns the hash with which a receipt is requested. */
export const hashOf = (raw: string): string => toHex(keccak256(fromHex(raw)));

/** Returns the number of the wallets' transactions that are not in a block. */
export async function leftPending(
  node: RunningSubject,
  wallets: readonly Wallet[],
): Promise<number> {
  const nonces = await callAll<string>(
    node.url,
    wallets.map(({ address }) => ({
      method: "eth_getTransactionCount",
      params: [toHex(address), "latest"],
    })),
  );
  return wallets.reduce((sum, wallet, i) => sum + wallet.nonce() - Number(nonces[i]), 0);
}
