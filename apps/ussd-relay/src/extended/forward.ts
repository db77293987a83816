/** What a user signs, and the call that brings it to the contract (ERC-2771 over EIP-712). */
import { encodeFunctionData, type Hex } from "viem";
import type { PrivateKeyAccount } from "viem/accounts";
import { forwarderAbi, forwarderName, microLoanAbi } from "../chain/contract.js";
import type { ActionKind } from "../engine/action.js";

export interface ForwardRequest {
  readonly to: Hex;
  /** For the call to the contract alone. */
  readonly gas: bigint;
  /** The user's next one at the forwarder. */
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

/** @returns input of a call to the forwarder, good once. */
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

/** What the forwarder uses beside the call: signature, nonce, checks, its event. */
const forwarderGas = 130_000n;

/**
 * Gas limit of the whole: the EVM keeps a 64th of what is left back from the call inside, and the
 * forwarder refuses to run when less than its request says gets through.
 */
export const outerGas = (inner: bigint): bigint => (inner * 64n) / 63n + forwarderGas;

/** Input of a user's call to the contract. */
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
