/**
 * Queries the node over JSON-RPC. Values are hex here and bytes in the client. Every function rejects
 * with a `ConnectionError` when the node cannot be reached.
 */
import { type Client, ConnectionError, httpClient } from "@tandem/rpc/client";
import { bytesToHex, decodeFunctionResult, encodeFunctionData, type Hex, hexToBytes } from "viem";
import { relayLimits } from "../limits.js";
import { type Broadcast, broadcast } from "./broadcast.js";
import { microLoanAbi } from "./contract.js";
import { type Estimate, estimateOf } from "./estimate.js";
import { failureReason, reasonOfCall } from "./failure-reason.js";
import { inNodeTurn } from "./node-turns.js";

/** Values that the next transaction of a wallet needs. */
export interface WalletState {
  /** The wallet's next nonce according to the node, including pending transactions. */
  readonly nonce: number;
  /** Wei. */
  readonly gasPrice: bigint;
}

export interface Receipt {
  readonly hash: Hex;
  readonly isSuccess: boolean;
  readonly blockNumber: number;
  /** The number of blocks from its own to the head, both included; 1 in the head. */
  readonly confirmations: number;
}

export interface BlockPlace {
  readonly number: number;
  /** Unix seconds. */
  readonly time: number;
}

/** A call to the contract, without value. */
export interface ContractCall {
  readonly from: Hex;
  readonly data: Hex;
}

/** Thrown when the configured address does not hold the contract. */
export class NoContract extends Error {}

export interface Chain {
  chainId(): Promise<number>;
  /** Returns the hash of block 0. */
  genesis(): Promise<Hex>;
  latestBlock(): Promise<BlockPlace>;
  /** @throws {NoContract} */
  assertContract(): Promise<void>;
  /** Returns a user's balance in the contract, in wei. @throws {NoContract} */
  balanceOf(user: Hex): Promise<bigint>;
  /** Returns the balance of an address in the native currency, in wei. */
  coinsOf(address: Hex): Promise<bigint>;
  /** Estimates gas. @throws {NoContract} @throws {RpcError} when the call cannot run, also for lack of funds. */
  estimate(call: ContractCall): Promise<Estimate>;
  walletState(wallet: Hex): Promise<WalletState>;
  /** Returns the gas price, in wei. */
  gasPrice(): Promise<bigint>;
  /** Sends a raw transaction. @throws {ConnectionError} when the outcome is unknown. */
  broadcast(raw: Hex): Promise<Broadcast>;
  /** Returns a receipt for each of the transactions that is in a block. */
  receipts(hashes: readonly Hex[]): Promise<readonly Receipt[]>;
  /** Returns why a transaction in a block failed. */
  failureReason(hash: Hex): Promise<string>;
  /** Returns why a call failed in a block. */
  callFailure(call: ContractCall, blockNumber: number): Promise<string>;
}

const latest = { tag: "latest" } as const;
const pending = { tag: "pending" } as const;

/** @param url HTTP URL of the node; its path is the API key, where the node requires one. */
export function connectNode(url: string): Client {
  const { nodeAnswerMs: answerMs, nodeAnswerBytesMax: answerBytesMax } = relayLimits;
  return httpClient(url, { limits: { answerMs, answerBytesMax }, inTurn: inNodeTurn });
}

/** @param url HTTP URL of the node; its path is the API key, where the node requires one. */
export function connectChain(url: string, contract: Hex): Chain {
  const client = connectNode(url);
  const to = hexToBytes(contract);
  const callOf = ({ from, data }: ContractCall) => ({
    from: hexToBytes(from),
    to,
    data: hexToBytes(data),
  });

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
    latestBlock: () => latestBlockOf(client),
    async assertContract() {
      await balanceOf(contract);
    },
    balanceOf,
    async coinsOf(address) {
      const wei = await client.eth_getBalance({ address: hexToBytes(address), block: latest });
      if (wei === undefined) throw new ConnectionError("the node has no latest block");
      return wei;
    },
    async estimate(call) {
      const [output, estimate] = await client.batch((calls) => [
        // An estimate of a call to an address without code would succeed.
        calls.eth_call({ call: balanceCall(to, call.from), block: latest }),
        estimateOf(calls, callOf(call)),
      ]);
      readBalance(output, contract);
      return estimate;
    },
    async walletState(wallet) {
      const [nonce, gasPrice] = await client.batch((calls) => [
        calls.eth_getTransactionCount({ address: hexToBytes(wallet), block: pending }),
        calls.eth_gasPrice(),
      ]);
      return { nonce: Number(nonce), gasPrice };
    },
    gasPrice: () => client.eth_gasPrice(),
    broadcast: (raw) => broadcast(client, raw),
    receipts: (hashes) => receiptsBy(client, hashes),
    failureReason: (hash) => failureReason(client, hash),
    callFailure: (call, blockNumber) => reasonOfCall(client, callOf(call), blockNumber),
  };
}

/** Returns the confirmations of a block, which may be newer than an answer about the head. */
export const confirmationsOf = (blockNumber: number, head: number): number =>
  Math.max(1, head - blockNumber + 1);

async function receiptsBy(client: Client, hashes: readonly Hex[]): Promise<readonly Receipt[]> {
  const [found, head] = await client.batch((calls) => [
    Promise.all(hashes.map((hash) => calls.eth_getTransactionReceipt({ hash: hexToBytes(hash) }))),
    calls.eth_blockNumber(),
  ]);
  return found.flatMap((receipt, i) => {
    const hash = hashes[i];
    if (receipt === undefined || hash === undefined) return [];
    const { status, blockNumber } = receipt;
    const confirmations = confirmationsOf(blockNumber, head);
    return [{ hash, isSuccess: status === 1, blockNumber, confirmations }];
  });
}

async function latestBlockOf(client: Client): Promise<BlockPlace> {
  const block = await client.eth_getBlockByNumber({ block: latest });
  if (block?.number === undefined) throw new ConnectionError("the node has no latest block");
  return { number: block.number, time: block.timestamp };
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
