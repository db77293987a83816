/** Queries the forwarder that executes users' signed requests (ERC-2771). */
import { type Client, errorCodes, RpcError } from "@tandem/rpc/client";
import {
  bytesToHex,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  type Hex,
  hexToBytes,
  pad,
} from "viem";
import { relayLimits } from "../limits.js";
import { confirmationsOf, connectNode, NoContract, type Receipt } from "./chain.js";
import { forwarderAbi, microLoanAbi } from "./contract.js";
import { NodeFailed } from "./node-failed.js";

/** A user's signed request, which anybody who has seen it can submit to the forwarder. */
export interface SignedRequest {
  /** Address that signed it. */
  readonly user: Hex;
  /** The user's nonce at the forwarder. */
  readonly nonce: number;
  /** Number of the newest block when it was signed. */
  readonly block: number;
  /** The event that the contract emits when it executes the request. */
  readonly effect: ContractEvent;
}

/** The part of a log that its event determines. */
type Log = Pick<Awaited<ReturnType<Client["eth_getLogs"]>>[number], "topics" | "data">;

export interface ContractEvent {
  readonly topics: readonly Hex[];
  readonly data: Hex;
}

export interface Forwarder {
  readonly address: Hex;
  /** @throws {NoContract} when the contract does not trust the forwarder. */
  assertTrusted(): Promise<void>;
  /** Returns the next nonce of a user's requests, after those that are pending. @throws {NoContract} */
  nonceOf(user: Hex): Promise<bigint>;
  /**
   * Returns the receipt of the transaction, of whatever account, that has executed a request. Returns undefined where
   * there is none, and where the node does not search the logs since then.
   * @throws {ConnectionError} @throws {NodeFailed} when the node is overloaded or has failed, and may search them later.
   */
  executionOf(request: SignedRequest): Promise<Receipt | undefined>;
}

export interface ForwarderOptions {
  readonly nodeUrl: string;
  readonly contract: Hex;
  readonly forwarder: Hex;
}

export function connectForwarder({ nodeUrl, contract, forwarder }: ForwarderOptions): Forwarder {
  const client = connectNode(nodeUrl);
  /** Returns the single word of a view function's answer, or undefined for any other answer. */
  const ask = async (to: Hex, input: Hex, tag: "latest" | "pending"): Promise<Hex | undefined> => {
    const call = { to: hexToBytes(to), data: hexToBytes(input) };
    const output = await client.eth_call({ call, block: { tag } });
    return output?.length === 32 ? bytesToHex(output) : undefined;
  };
  return {
    address: forwarder,
    async assertTrusted() {
      const question = { abi: microLoanAbi, functionName: "isTrustedForwarder" } as const;
      const input = encodeFunctionData({ ...question, args: [forwarder] });
      // Another contract may answer with a word that is no truth value, which a decoder would throw at.
      if (BigInt((await ask(contract, input, "latest")) ?? 0) === 1n) return;
      throw new NoContract(`${contract} does not trust the forwarder ${forwarder}`);
    },
    async nonceOf(user) {
      const question = { abi: forwarderAbi, functionName: "nonces" } as const;
      const input = encodeFunctionData({ ...question, args: [user] });
      // A settled request whose block a reorg has replaced is in the pool again, before the new one. A node may have no
      // pending block, or take too long for one: transactions of others can take seconds in it.
      const data = await ask(forwarder, input, "pending").catch(() =>
        ask(forwarder, input, "latest"),
      );
      if (data === undefined) throw new NoContract(`there is no forwarder at ${forwarder}`);
      return decodeFunctionResult({ ...question, data });
    },
    executionOf: (request) => executionOf(client, { contract, forwarder }, request),
  };
}

async function executionOf(
  client: Client,
  { contract, forwarder }: Pick<ForwarderOptions, "contract" | "forwarder">,
  { user, nonce, block, effect }: SignedRequest,
): Promise<Receipt | undefined> {
  // The user is the first indexed value of the forwarder's event, and of the contract's.
  const filter = {
    addresses: [forwarder, contract].map((address) => hexToBytes(address)),
    topics: [undefined, [hexToBytes(pad(user))]],
  };
  const from = { number: Math.max(0, block - relayLimits.requestReorgBlocksMax) };
  const range = { from, to: { tag: "latest" } } as const;
  try {
    const [logs, head] = await client.batch((calls) => [
      calls.eth_getLogs({ filter: { filter, range } }),
      calls.eth_blockNumber(),
    ]);
    // The forwarder's event follows that of the contract. An earlier request with the same nonce may have been executed.
    const found = logs.find(
      (log, i) => isEvent(log, executedEvent(user, nonce)) && isEvent(logs[i - 1], effect),
    );
    if (found?.transactionHash === undefined || found.blockNumber === undefined) return undefined;
    const { transactionHash, blockNumber } = found;
    const confirmations = confirmationsOf(blockNumber, head);
    return { hash: bytesToHex(transactionHash), isSuccess: true, blockNumber, confirmations };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if (mayPass(error)) throw new NodeFailed(error.message, { cause: error });
    return undefined;
  }
}

/** The limits of this project's node on the range and the logs of a search, which it exceeds at every attempt. */
const searchLimits: readonly unknown[] = ["log-range-blocks", "logs"];

/** Returns whether a search that was refused may be answered later. Nodes of other kinds do not name the limit. */
function mayPass({ code, data }: RpcError): boolean {
  if (code === errorCodes.internal.code) return true;
  const limit = typeof data === "object" && data !== null && "limit" in data && data.limit;
  return code === errorCodes.limit.code && Boolean(limit) && !searchLimits.includes(limit);
}

const isEvent = (log: Log | undefined, { topics, data }: ContractEvent): boolean =>
  log !== undefined &&
  bytesToHex(log.data) === data &&
  log.topics.map((topic) => bytesToHex(topic)).join() === topics.join();

/** Returns the event with which the forwarder reports that it has executed a request. */
function executedEvent(signer: Hex, nonce: number): ContractEvent {
  const topics = encodeEventTopics({
    abi: forwarderAbi,
    eventName: "ExecutedForwardRequest",
    args: { signer },
  }) as Hex[];
  const parameters = [{ type: "uint256" }, { type: "bool" }] as const;
  return { topics, data: encodeAbiParameters(parameters, [BigInt(nonce), true]) };
}
