/** Reads the symbols and decimals of tokens. */
import { bytesOfHex, toHex } from "@tandem/primitives";
import type { Calls } from "@tandem/rpc/client";
import { decodeAbiParameters } from "viem";
import { visible } from "../../abi/visible.js";
import type { Log } from "../session/answers.js";

export interface Token {
  /** Text of the contract, truncated; undefined if it returns none. */
  readonly symbol: string | undefined;
  /** Undefined if the contract returns none, as for indivisible tokens. */
  readonly decimals: number | undefined;
}

const symbolSelector = "0x95d89b41";
const decimalsSelector = "0x313ce567";
const balanceSelector = "0x70a08231";
const symbolMax = 24;
const decimalsMax = 77;

type Client = Pick<Calls, "eth_call">;

/** @param data selector and arguments, in hex. */
async function outputOf(client: Client, to: Uint8Array, data: string) {
  const call = { to, data: bytesOfHex(data) as Uint8Array };
  try {
    return toHex((await client.eth_call({ call, block: { tag: "latest" } })) ?? new Uint8Array(0));
  } catch {
    // The contract is not a token, or lacks the function.
    return "0x";
  }
}

function decoded<T>(type: "string" | "uint8" | "uint256", output: `0x${string}`): T | undefined {
  try {
    return decodeAbiParameters([{ type }], output)[0] as T;
  } catch {
    return undefined;
  }
}

/** Calls a function with the contract of each log once, and returns the results by the contracts' addresses, in hex. */
async function ofEachContract<T>(
  logs: readonly Pick<Log, "address">[],
  read: (contract: Uint8Array) => Promise<T>,
): Promise<ReadonlyMap<string, T>> {
  const contracts = new Map(logs.map(({ address }) => [toHex(address), address]));
  const results = [...contracts].map(
    async ([hex, contract]) => [hex, await read(contract)] as const,
  );
  return new Map(await Promise.all(results));
}

/** Reads the tokens that logs are of, by the addresses of their contracts, in hex. */
export const readTokens = (
  client: Client,
  logs: readonly Pick<Log, "address">[],
): Promise<ReadonlyMap<string, Token>> =>
  ofEachContract(logs, (contract) => readToken(client, contract));

/**
 * Reads how much an account has now of the tokens that logs are of, by the addresses of their contracts, in hex.
 * The balance is undefined if a contract returns none, as for tokens of ERC-1155, which have one for each id.
 */
export const readBalances = (
  client: Client,
  logs: readonly Pick<Log, "address">[],
  holder: Uint8Array,
): Promise<ReadonlyMap<string, bigint | undefined>> =>
  ofEachContract(logs, async (contract) => {
    const data = `${balanceSelector}${"00".repeat(12)}${toHex(holder).slice(2)}`;
    return decoded<bigint>("uint256", await outputOf(client, contract, data));
  });

/** @param address of the contract. */
async function readToken(client: Client, address: Uint8Array): Promise<Token> {
  const [symbol, decimals] = await Promise.all([
    outputOf(client, address, symbolSelector),
    outputOf(client, address, decimalsSelector),
  ]);
  const places = decoded<number>("uint8", decimals);
  const text = decoded<string>("string", symbol)?.slice(0, symbolMax);
  return {
    symbol: text === undefined ? undefined : visible(text),
    decimals: places !== undefined && places <= decimalsMax ? places : undefined,
  };
}
