/** Runs the contract on a node, with users who call it directly or through the forwarder. */
import {
  connectDeployer,
  deploy,
  forwarderAbi,
  forwarderName,
  keySigner,
  microLoanAbi,
  rootKeyOf,
} from "@tandem/ussd-relay";
import {
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  createWalletClient,
  defineChain,
  encodeFunctionData,
  http,
  type PublicClient,
  type TransactionReceipt,
} from "viem";
import { type HDAccount, type HDKey, hdKeyToAccount } from "viem/accounts";
import { developmentMnemonic } from "../development.js";
import type { Hex } from "../wire.js";
import type { Action } from "./ussd-ledger.js";

export const userCount = 3;

export interface ForwardRequest {
  readonly from: Hex;
  readonly to: Hex;
  readonly value: bigint;
  readonly gas: bigint;
  readonly nonce: bigint;
  /** Unix seconds. */
  readonly deadline: number;
  readonly data: Hex;
}

export interface ContractWorld {
  readonly chain: PublicClient;
  readonly users: readonly HDAccount[];
  /** The account that submits users' requests. */
  readonly relayer: HDAccount;
  readonly contract: Hex;
  readonly forwarder: Hex;
  /** The gas is fixed, so that transactions that revert are sent too. */
  send(from: HDAccount, request: SendRequest): Promise<TransactionReceipt>;
  request(user: HDAccount, data: Hex, value?: bigint): Promise<ForwardRequest>;
  signRequest(user: HDAccount, request: ForwardRequest): Promise<Hex>;
  /** Submits a request through the relayer. */
  forward(request: ForwardRequest, signature: Hex): Promise<TransactionReceipt>;
}

export interface SendRequest {
  /** Undefined: contract creation. */
  readonly to?: Hex;
  readonly data: Hex;
  readonly value?: bigint;
}

/** Enough gas for any function of the contract inside a request, and for a creation outside. */
const innerGas = 300_000n;
const outerGas = 1_000_000n;
const farDeadline = 4_000_000_000;

const requestTypes = {
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

let root: HDKey | undefined;
const accounts = new Map<number, HDAccount>();
function accountAt(addressIndex: number): HDAccount {
  root ??= rootKeyOf(developmentMnemonic);
  const account = accounts.get(addressIndex) ?? hdKeyToAccount(root, { addressIndex });
  accounts.set(addressIndex, account);
  return account;
}

/** Deploys a new pair of contracts on a node that may have others. */
export async function deployContracts(url: string): Promise<ContractWorld> {
  const relayer = accountAt(0);
  const users = Array.from({ length: userCount }, (_, i) => accountAt(i + 1));
  const key = relayer.getHdKey().privateKey as Uint8Array;
  const signer = keySigner(`0x${Buffer.from(key).toString("hex")}`);
  const { contract, forwarder } = await deploy(await connectDeployer(url, signer));
  const transport = http(url);
  const viemChain = defineChain({
    id: 31,
    name: "Tandem",
    nativeCurrency: { name: "Coin", symbol: "COIN", decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  });
  const chain = createPublicClient({ transport, chain: viemChain, cacheTime: 0 });

  const send = async (account: HDAccount, request: SendRequest) => {
    const wallet = createWalletClient({ account, chain: viemChain, transport });
    const hash = await wallet.sendTransaction({ ...request, gas: outerGas });
    return chain.getTransactionReceipt({ hash });
  };
  return {
    chain,
    users,
    relayer,
    contract,
    forwarder,
    send,
    async request(user, data, value = 0n) {
      const nonce = await chain.readContract({
        address: forwarder,
        abi: forwarderAbi,
        functionName: "nonces",
        args: [user.address],
      });
      const from = user.address;
      return { from, to: contract, value, gas: innerGas, nonce, deadline: farDeadline, data };
    },
    signRequest: (user, message) =>
      user.signTypedData({
        domain: { name: forwarderName, version: "1", chainId: 31, verifyingContract: forwarder },
        types: requestTypes,
        primaryType: "ForwardRequest",
        message,
      }),
    forward(request, signature) {
      const { nonce, ...fields } = request;
      const args = [{ ...fields, signature }] as const;
      const data = encodeFunctionData({ abi: forwarderAbi, functionName: "execute", args });
      return send(relayer, { to: forwarder, data, value: request.value });
    },
  };
}

/** Returns the input and value of an action's call. */
export function callOf({ kind, to, wei }: Action, users: readonly HDAccount[]) {
  switch (kind) {
    case "deposit":
    case "fundPool":
      return { data: encodeFunctionData({ abi: microLoanAbi, functionName: kind }), value: wei };
    case "withdraw":
    case "withdrawFromPool": {
      const data = encodeFunctionData({ abi: microLoanAbi, functionName: kind, args: [wei] });
      return { data, value: 0n };
    }
    case "transfer": {
      const args = [(users[to] as HDAccount).address, wei] as const;
      const data = encodeFunctionData({ abi: microLoanAbi, functionName: kind, args });
      return { data, value: 0n };
    }
    case "applyForLoan":
    case "repayLoan":
      return { data: encodeFunctionData({ abi: microLoanAbi, functionName: kind }), value: 0n };
  }
}

/**
 * Returns why a call would revert: the text of the reason or the name of the error. Undefined if it
 * would not.
 */
export async function refusalOf(
  { chain, contract }: ContractWorld,
  account: Hex,
  { data, value }: { readonly data: Hex; readonly value: bigint },
): Promise<string | undefined> {
  try {
    await chain.call({ account, to: contract, data, value });
    return undefined;
  } catch (error) {
    return revertedWith(error);
  }
}

/** Returns the text of the reason or the name of the error in viem's exception. */
export function revertedWith(error: unknown): string {
  if (!(error instanceof BaseError)) throw error;
  const cause = error.walk((one) => "data" in (one as object));
  const data = (cause as { data?: Hex | { data?: Hex } } | null)?.data;
  const output = typeof data === "string" ? data : data?.data;
  if (output === undefined) throw error;
  const decoded = new ContractFunctionRevertedError({
    abi: microLoanAbi,
    data: output,
    functionName: "",
  });
  return decoded.reason ?? decoded.data?.errorName ?? "unknown";
}
