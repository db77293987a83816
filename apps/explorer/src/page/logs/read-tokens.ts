/** Reads the symbols and decimals of tokens. */
import { bytesOfHex, toHex } from "@tandem/primitives";
import type { Calls } from "@tandem/rpc/client";
import { decodeAbiParameters } from "viem";
import { visible } from "../../abi/decode.js";
import type { Log } from "../session/answers.js";

export interface Token {
  /** Text of the contract, truncated; undefined if it returns none. */
  readonly symbol: string | undefined;
  /** Undefined if the contract returns none, as for indivisible tokens. */
  readonly decimals: number | undefined;
}

const symbolSelector = "0x95d89b41";
const decimalsSelector = "0x313ce567";
const symbolMax = 24;
const decimalsMax = 77;

type Client = Pick<Calls, "eth_call">;

async function outputOf(client: Client, to: Uint8Array, selector: string) {
  const call = { to, data: bytesOfHex(selector) as Uint8Array };
  try {
    return toHex((await client.eth_call({ call, block: { tag: "latest" } })) ?? new Uint8Array(0));
  } catch {
    // The contract is not a token, or lacks the function.
    return "0x";
  }
}

function decoded<T>(type: "string" | "uint8", output: `0x${string}`): T | undefined {
  try {
    return decodeAbiParameters([{ type }], output)[0] as T;
  } catch {
    return undefined;
  }
}

/**
 * Reads the tokens that logs are of, each once.
 * @returns the tokens by the addresses of their contracts, in hex.
 */
export async function readTokens(
  client: Client,
  logs: readonly Pick<Log, "address">[],
): Promise<ReadonlyMap<string, Token>> {
  const contracts = new Map(logs.map(({ address }) => [toHex(address), address]));
  const tokens = [...contracts].map(
    async ([hex, contract]) => [hex, await readToken(client, contract)] as const,
  );
  return new Map(await Promise.all(tokens));
}

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
