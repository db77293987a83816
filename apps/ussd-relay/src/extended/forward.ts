/** Signs a user's request and encodes the forwarder's call (ERC-2771, EIP-712). */
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  type Hex,
} from "viem";
import type { PrivateKeyAccount } from "viem/accounts";
import { forwarderAbi, forwarderName, microLoanAbi } from "../chain/contract.js";
import type { ContractEvent } from "../chain/forwarder.js";
import type { ActionKind } from "../engine/action.js";

export interface ForwardRequest {
  readonly to: Hex;
  /** Gas of the inner call to the contract. */
  readonly gas: bigint;
  /** The user's next nonce at the forwarder. */
  readonly nonce: bigint;
  /** Unix seconds. */
  readonly deadline: number;
  readonly data: Hex;
}

export interface ForwardDomain {
  readonly chainId: number;
  readonly forwarder: Hex;
}

const types = {
  ForwardRequest: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "gas", type: "uint256" },
    { name: "nonce", type: "uint256" },
    { name: "deadline", type: "uint48" },
    { name: "data", type: "bytes" },
  ],
} as const;

/** @returns call data for the forwarder, which accepts it once. */
export async function signForward(
  account: PrivateKeyAccount,
  request: ForwardRequest,
  { chainId, forwarder }: ForwardDomain,
): Promise<Hex> {
  const from = account.address;
  const { nonce, ...fields } = request;
  const signature = await account.signTypedData({
    domain: { name: forwarderName, version: "1", chainId, verifyingContract: forwarder },
    types,
    primaryType: "ForwardRequest",
    message: { from, value: 0n, nonce, ...fields },
  });
  const args = [{ from, value: 0n, ...fields, signature }] as const;
  return encodeFunctionData({ abi: forwarderAbi, functionName: "execute", args });
}

/**
 * Returns the time until which the forwarder executes a request, in Unix seconds: a block after it reverts.
 * @param data of `signForward`. @throws for any other data.
 */
export function deadlineOf(data: Hex): number {
  const call = decodeFunctionData({ abi: forwarderAbi, data });
  if (call.functionName !== "execute") throw new Error(`${call.functionName} has no deadline`);
  return call.args[0].deadline;
}

/** Gas that the forwarder uses besides the inner call: signature, nonce, checks, event. */
const forwarderGas = 130_000n;

/**
 * Returns the gas limit of the transaction. The EVM withholds a 64th of the remaining gas from the inner
 * call (EIP-150), and the forwarder reverts when less than the requested gas is left.
 */
export const outerGas = (inner: bigint): bigint => (inner * 64n) / 63n + forwarderGas;

/** Returns the data of a user's call to the contract. */
export function actionData(kind: ActionKind, to: Hex, wei: bigint): Hex {
  switch (kind) {
    case "transfer":
      return encodeFunctionData({ abi: microLoanAbi, functionName: "transfer", args: [to, wei] });
    case "loan":
      return encodeFunctionData({ abi: microLoanAbi, functionName: "applyForLoan" });
    case "repayment":
      return encodeFunctionData({ abi: microLoanAbi, functionName: "repayLoan" });
  }
}

const amount = [{ type: "uint256" }] as const;

/** A payment of a user, as the contract reports it. */
interface Effect {
  readonly kind: ActionKind;
  /** The user. */
  readonly from: Hex;
  /** The recipient of a transfer. */
  readonly to: Hex;
  readonly wei: bigint;
}

/** Returns the event that the contract emits when a user's call succeeds. */
export const eventOf = (effect: Effect): ContractEvent => ({
  topics: topicsOf(effect) as Hex[],
  data: encodeAbiParameters(amount, [effect.wei]),
});

function topicsOf({ kind, from, to }: Effect) {
  const abi = microLoanAbi;
  switch (kind) {
    case "transfer":
      return encodeEventTopics({ abi, eventName: "Transferred", args: { from, to } });
    case "loan":
      return encodeEventTopics({ abi, eventName: "LoanIssued", args: { borrower: from } });
    case "repayment":
      return encodeEventTopics({ abi, eventName: "LoanRepaid", args: { borrower: from } });
  }
}
