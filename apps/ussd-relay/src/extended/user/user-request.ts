/** Prepares a user's call to the contract, signed with the user's key for the forwarder (EIP-712). */
import type { Hex } from "viem";
import type { Chain, ContractCall } from "../../chain/chain.js";
import type { Forwarder, SignedRequest } from "../../chain/forwarder.js";
import type { ActionKind } from "../../engine/action.js";
import { NotSent, type Preparation } from "../../engine/sender.js";
import { relayLimits } from "../../limits.js";
import { actionData, eventOf, outerGas, signForward } from "../forward.js";
import { addressOf, type WalletKeys } from "../wallet-keys.js";
import type { User } from "./user.js";

/** A valid payment that the user has requested. */
export interface Payment {
  readonly kind: ActionKind;
  /** Recipient; the user's own address for a loan or a repayment. */
  readonly to: Hex;
  readonly wei: bigint;
  /** The recipient as text for screens. */
  readonly shown: string;
}

export interface RequestOptions {
  readonly chain: Pick<Chain, "estimate" | "latestBlock">;
  readonly forwarder: Forwarder;
  readonly keys: WalletKeys;
  readonly chainId: number;
  readonly contract: Hex;
  /** Returns Unix milliseconds. */
  readonly now: () => number;
}

/** A preparation whose call contains a user's signed request. */
export type PreparedRequest =
  | (Extract<Preparation, { readonly kind: "ready" }> & { readonly request: SignedRequest })
  | Extract<Preparation, { readonly kind: "refused" }>;

export const callOf = (user: User, { kind, to, wei }: Payment): ContractCall => ({
  from: user.address,
  data: actionData(kind, to, wei),
});

/**
 * Returns the call to the forwarder, or the reason why the inner call would revert.
 * @throws {NotSent} when the mnemonic is not the one with which the user was registered.
 */
export async function prepareRequest(
  options: RequestOptions,
  user: User,
  payment: Payment,
): Promise<PreparedRequest> {
  const { chain, forwarder, keys, chainId, contract, now } = options;
  const call = callOf(user, payment);
  const [estimate, nonce, latest] = await Promise.all([
    chain.estimate(call),
    forwarder.nonceOf(user.address),
    chain.latestBlock(),
  ]);
  if (estimate.kind === "reverts") return { kind: "refused", reason: estimate.reason };
  const account = keys.account(user.index);
  if (addressOf(account) !== user.address) {
    throw new NotSent("the mnemonic is not the one users were registered with");
  }
  // The estimate includes the intrinsic gas of a transaction, which adds to the margin.
  const gas = estimate.gas + estimate.gas / 4n;
  // The forwarder compares the deadline with the time of the block, which may be ahead of this machine's.
  const from = Math.max(latest.time, Math.floor(now() / 1000));
  const deadline = from + relayLimits.signedRequestMs / 1000;
  const fields = { to: contract, gas, nonce, deadline, data: call.data };
  const data = await signForward(account, fields, { chainId, forwarder: forwarder.address });
  const effect = eventOf({ ...payment, from: user.address });
  const request = { user: user.address, nonce: Number(nonce), block: latest.number, effect };
  return { kind: "ready", data, gas: outerGas(gas), request };
}
