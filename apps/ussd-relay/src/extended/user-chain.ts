/** What the extended mode asks of the node beyond the demonstration: users, receipts, reasons. */
import { ConnectionError, httpClient } from "@tandem/rpc/client";
import { bytesToHex, decodeFunctionResult, encodeFunctionData, type Hex, hexToBytes } from "viem";
import { NoContract } from "../chain/chain.js";
import { forwarderAbi, microLoanAbi } from "../chain/contract.js";
import { type Estimate, estimateOf } from "../chain/estimate.js";
import { reasonOfCall } from "../chain/failure-reason.js";
import { relayLimits } from "../limits.js";

export interface Readiness {
  /** The user's next nonce at the forwarder. */
  readonly forwarderNonce: bigint;
  /** Of the user's call to the contract. */
  readonly estimate: Estimate;
}

/** What the next transaction of the relayer must be like. */
export interface Terms {
  /** As the node knows it, waiting transactions included. */
  readonly nonce: number;
  /** Wei. */
  readonly gasPrice: bigint;
}

export interface Receipt {
  readonly hash: Hex;
  readonly isSuccess: boolean;
  readonly blockNumber: number;
}

/** A user's call to the contract. */
export interface UserCall {
  readonly from: Hex;
  readonly data: Hex;
}

export interface UserChain {
  /** @throws {NoContract} when the contract does not trust the forwarder. */
  assertForwarder(): Promise<void>;
  prepare(call: UserCall): Promise<Readiness>;
  gasPrice(): Promise<bigint>;
  terms(relayer: Hex): Promise<Terms>;
  /** Wei for gas. */
  coinsOf(relayer: Hex): Promise<bigint>;
  /** Those of the transactions that are in a block. */
  receipts(hashes: readonly Hex[]): Promise<readonly Receipt[]>;
  /** Why a call failed in a block. */
  reason(call: UserCall, blockNumber: number): Promise<string>;
}

export interface UserChainOptions {
  readonly url: string;
  readonly contract: Hex;
  readonly forwarder: Hex;
}

const latest = { tag: "latest" } as const;
const pending = { tag: "pending" } as const;

export function connectUserChain({ url, contract, forwarder }: UserChainOptions): UserChain {
  const client = httpClient(url, { limits: { answerMs: relayLimits.nodeAnswerMs } });
  const to = hexToBytes(contract);
  const callOf = ({ from, data }: UserCall) => ({
    from: hexToBytes(from),
    to,
    data: hexToBytes(data),
  });
  return {
    async assertForwarder() {
      const abi = microLoanAbi;
      const functionName = "isTrustedForwarder";
      const data = hexToBytes(encodeFunctionData({ abi, functionName, args: [forwarder] }));
      const output = await client.eth_call({ call: { to, data }, block: latest });
      const isTrusted =
        output?.length === 32 &&
        decodeFunctionResult({ abi, functionName, data: bytesToHex(output) });
      if (!isTrusted) throw new NoContract(`${contract} does not trust the forwarder ${forwarder}`);
    },
    async prepare(call) {
      const [output, estimate] = await client.batch((calls) => [
        calls.eth_call({ call: nonceCall(forwarder, call.from), block: latest }),
        // As the user himself would call: the forwarder says nothing of a reason inside.
        estimateOf(calls, callOf(call)),
      ]);
      return { forwarderNonce: readNonce(output, forwarder), estimate };
    },
    async terms(relayer) {
      const [nonce, gasPrice] = await client.batch((calls) => [
        calls.eth_getTransactionCount({ address: hexToBytes(relayer), block: pending }),
        calls.eth_gasPrice(),
      ]);
      return { nonce: Number(nonce), gasPrice };
    },
    gasPrice: () => client.eth_gasPrice(),
    async coinsOf(relayer) {
      const wei = await client.eth_getBalance({ address: hexToBytes(relayer), block: latest });
      if (wei === undefined) throw new ConnectionError("the node has no latest block");
      return wei;
    },
    async receipts(hashes) {
      const found = await client.batch((calls) =>
        hashes.map((hash) => calls.eth_getTransactionReceipt({ hash: hexToBytes(hash) })),
      );
      return found.flatMap((receipt, i) => {
        const hash = hashes[i];
        if (receipt === undefined || hash === undefined) return [];
        return [{ hash, isSuccess: receipt.status === 1, blockNumber: receipt.blockNumber }];
      });
    },
    reason: (call, blockNumber) => reasonOfCall(client, callOf(call), blockNumber),
  };
}

const nonceCall = (forwarder: Hex, user: Hex) => ({
  to: hexToBytes(forwarder),
  data: hexToBytes(encodeFunctionData({ abi: forwarderAbi, functionName: "nonces", args: [user] })),
});

function readNonce(output: Uint8Array | undefined, forwarder: Hex): bigint {
  if (output?.length !== 32) throw new NoContract(`there is no forwarder at ${forwarder}`);
  const data = bytesToHex(output);
  return decodeFunctionResult({ abi: forwarderAbi, functionName: "nonces", data });
}
