/**
 * Submits a signed transaction to the node. If the node refuses it, the state of the chain decides,
 * because nodes use different messages and error codes.
 */
import {
  type Client,
  ConnectionError,
  errorCodes,
  ForeignAnswer,
  RpcError,
} from "@tandem/rpc/client";
import { type Hex, hexToBytes, keccak256, parseTransaction } from "viem";
import { signerOf } from "../wallet/signer.js";
import { NodeFailed } from "./node-failed.js";

export type Broadcast =
  | { readonly kind: "accepted" }
  /** Another transaction with this nonce is in a block. */
  | { readonly kind: "nonce-used" }
  /** The node has refused the transaction, and its nonce is still unused. */
  | { readonly kind: "refused"; readonly message: string };

/**
 * Sends a transaction to the node's pool.
 * @param raw signed transaction in its EIP-2718 form.
 * @throws {ConnectionError} when it is not known whether the node has the transaction; {NodeFailed} if the node
 * answers so.
 */
export async function broadcast(client: Client, raw: Hex): Promise<Broadcast> {
  try {
    await client.eth_sendRawTransaction({ transaction: hexToBytes(raw) });
    return { kind: "accepted" };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return afterRefusal(client, raw, error);
  }
}

async function afterRefusal(client: Client, raw: Hex, refusal: RpcError): Promise<Broadcast> {
  const { nonce = 0, chainId } = parseTransaction(raw);
  const sender = hexToBytes(await signerOf(raw));
  const [isKnown, count, foundId] = await client
    .batch((calls) => [
      calls
        .eth_getTransactionByHash({ hash: hexToBytes(keccak256(raw)) })
        .then(isDefined, isForeign),
      calls.eth_getTransactionCount({ address: sender, block: { tag: "latest" } }),
      calls.eth_chainId(),
    ])
    .catch((cause) => {
      const message = "the node does not say whether it has a transaction";
      if (cause instanceof RpcError) throw new NodeFailed(message, { cause });
      throw new ConnectionError(message, { cause });
    });
  if (isKnown) return { kind: "accepted" };
  // Another chain says nothing about the nonces of this one.
  if (foundId !== chainId) throw new ConnectionError(`the node is on another chain, ${foundId}`);
  if (nonce < Number(count)) return { kind: "nonce-used" };
  // After an internal error the node may still have accepted the transaction.
  if (refusal.code === errorCodes.internal.code) throw new NodeFailed(refusal.message);
  return { kind: "refused", message: refusal.message };
}

const isDefined = (transaction: object | undefined) => transaction !== undefined;

/** Returns true for an error of decoding, because a foreign node's transaction exists too. */
function isForeign(error: unknown): boolean {
  if (error instanceof ForeignAnswer) return true;
  throw error;
}
