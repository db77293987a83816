/**
 * What the relay asks of the node, over JSON-RPC and nothing else. Hex here, bytes in the client.
 * Every function fails with a `ConnectionError` when the node cannot be reached.
 */
import { type Client, ConnectionError, httpClient } from "@tandem/rpc/client";
import { bytesToHex, decodeFunctionResult, encodeFunctionData, type Hex, hexToBytes } from "viem";
import { relayLimits } from "../limits.js";
import { type Broadcast, broadcast } from "./broadcast.js";
import { microLoanAbi } from "./contract.js";
import { type Estimate, estimateOf } from "./estimate.js";
import { failureReason } from "./failure-reason.js";

/** What a transaction needs to be signed. Gas prices in wei. */
export interface Preparation {
  /** The wallet's next nonce as the node knows it, waiting transactions included. */
  readonly nonce: number;
  readonly gasPrice: bigint;
  readonly estimate: Estimate;
}

export interface Inclusion {
  readonly hash: Hex;
  readonly isSuccess: boolean;
}

/** Something other than the contract is at its address: another chain, or a wrong setting. */
export class NoContract extends Error {}

export interface Chain {
  chainId(): Promise<number>;
  /** Hash of block 0. */
  genesis(): Promise<Hex>;
  /** @throws {NoContract} */
  assertContract(): Promise<void>;
  /** What a user has in the contract, in wei. @throws {NoContract} */
  balanceOf(user: Hex): Promise<bigint>;
  /** @throws {NoContract} @throws {RpcError} when the call cannot run, for lack of gas money too. */
  prepare(from: Hex, data: Hex): Promise<Preparation>;
  /** @throws {ConnectionError} when nobody knows whether the node has it. */
  broadcast(raw: Hex): Promise<Broadcast>;
  /** Those of the transactions that are in a block. */
  inclusions(hashes: readonly Hex[]): Promise<readonly Inclusion[]>;
  /** Why a transaction in a block failed. */
  failureReason(hash: Hex): Promise<string>;
}

const latest = { tag: "latest" } as const;
const pending = { tag: "pending" } as const;

/** @param url of the node, with the API key as its path where it wants one. */
export function connectChain(url: string, contract: Hex): Chain {
  const client = httpClient(url, { limits: { answerMs: relayLimits.nodeAnswerMs } });
  const to = hexToBytes(contract);

  async function balanceOf(user: Hex): Promise<bigint> {
    const output = await client.eth_call({ call: balanceCall(to, user), block: latest });
    return readBalance(output, contract);
  }

  return {
    chainId: () => client.eth_chainId(),
    async genesis() {
      const block = await client.eth_getBlockByNumber({ block: { number: 0 } });
      if (block?.hash === undefined) throw new ConnectionError("the node has no block 0");
      return bytesToHex(block.hash);
    },
    async assertContract() {
      await balanceOf(contract);
    },
    balanceOf,
    async prepare(from, data) {
      const call = { from: hexToBytes(from), to, data: hexToBytes(data) };
      const [nonce, gasPrice, output, estimate] = await client.batch((calls) => [
        calls.eth_getTransactionCount({ address: call.from, block: pending }),
        calls.eth_gasPrice(),
        // A call to nothing would succeed.
        calls.eth_call({ call: balanceCall(to, from), block: latest }),
        estimateOf(calls, call),
      ]);
      readBalance(output, contract);
      return { nonce: Number(nonce), gasPrice, estimate };
    },
    broadcast: (raw) => broadcast(client, raw),
    inclusions: (hashes) => inclusions(client, hashes),
    failureReason: (hash) => failureReason(client, hash),
  };
}

const balanceCall = (to: Uint8Array, user: Hex) => ({
  to,
  data: hexToBytes(
    encodeFunctionData({ abi: microLoanAbi, functionName: "getBalance", args: [user] }),
  ),
});

function readBalance(output: Uint8Array | undefined, contract: Hex): bigint {
  if (output?.length !== 32) throw new NoContract(`there is no MicroLoan contract at ${contract}`);
  const data = bytesToHex(output);
  return decodeFunctionResult({ abi: microLoanAbi, functionName: "getBalance", data });
}

async function inclusions(client: Client, hashes: readonly Hex[]): Promise<readonly Inclusion[]> {
  const receipts = await client.batch((calls) =>
    hashes.map((hash) => calls.eth_getTransactionReceipt({ hash: hexToBytes(hash) })),
  );
  return receipts.flatMap((receipt, i) => {
    const hash = hashes[i];
    if (receipt === undefined || hash === undefined) return [];
    return [{ hash, isSuccess: receipt.status === 1 }];
  });
}
