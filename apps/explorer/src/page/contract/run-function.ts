/** Calls a function of a contract, or sends a transaction to it. */
import { type Address, bytesOfHex, toHex } from "@tandem/primitives";
import type { Calls } from "@tandem/rpc/client";
import { type AbiFunction, decodeFunctionResult, encodeFunctionData } from "viem";
import { reasonText, textOf } from "../../abi/decode.js";
import { argumentOf } from "../abi/arguments.js";
import { knownItems } from "../abi/kept-abis.js";
import { addressOf, weiOfCoins } from "../controls/parse.js";
import { messageOf } from "../parts/states.js";
import { sendWithWallet, walletOf } from "./wallet.js";

/** The result of a function, or the hash of the transaction, as text. */
export interface FunctionResult {
  readonly text: string;
  readonly hash?: string;
  readonly isFailure?: boolean;
}

/** The arguments as text. */
export interface Typed {
  readonly texts: readonly string[];
  /** Coins, for a payable function. */
  readonly value: string;
  /** The account that sends without a signature, on a chain that permits it; empty for that of a wallet in the browser. */
  readonly sender: string;
}

type Client = Pick<Calls, "eth_call" | "eth_chainId" | "eth_sendUnsignedTransaction">;

/** Returns whether a function changes nothing. */
export const isRead = ({ stateMutability }: AbiFunction): boolean =>
  stateMutability === "view" || stateMutability === "pure";

/** Runs a function. Failures are results too. @param address of the contract, in hex. */
export async function runFunction(
  client: Client,
  item: AbiFunction,
  address: string,
  typed: Typed,
): Promise<FunctionResult> {
  try {
    const chainId = Number(await client.eth_chainId());
    const args = item.inputs.map((input, i) => argumentOf(input, typed.texts[i] ?? "", chainId));
    const data = encodeFunctionData({ abi: [item], functionName: item.name, args });
    return isRead(item)
      ? await readContract(client, item, address, data)
      : await writeContract(client, chainId, item, { ...typed, to: address, data });
  } catch (error) {
    return { text: failureText(error, address), isFailure: true };
  }
}

interface Write extends Pick<Typed, "value" | "sender"> {
  readonly to: string;
  readonly data: string;
}

async function writeContract(
  client: Client,
  chainId: number,
  { stateMutability }: AbiFunction,
  { to, data, value: coins, sender }: Write,
): Promise<FunctionResult> {
  const value = stateMutability === "payable" ? weiOfCoins(coins, "Coins") : 0n;
  if (sender.trim() !== "") {
    const from = addressOf(sender, "Sender", chainId);
    const [receiver, input] = [bytesOfHex(to) as Address, bytesOfHex(data) as Uint8Array];
    const transaction = { from, to: receiver, data: input, value };
    return { text: "Sent", hash: toHex(await client.eth_sendUnsignedTransaction({ transaction })) };
  }
  const provider = walletOf();
  if (provider === undefined) throw new Error("There is no wallet in this browser.");
  return { text: "Sent", hash: await sendWithWallet(provider, chainId, { to, data, value }) };
}

async function readContract(
  client: Client,
  item: AbiFunction,
  address: string,
  data: string,
): Promise<FunctionResult> {
  const to = bytesOfHex(address) as Uint8Array;
  const call = { to, data: bytesOfHex(data) as Uint8Array };
  const output = await client.eth_call({ call, block: { tag: "latest" } });
  if (output === undefined || output.length === 0) {
    throw new Error("The contract returned nothing: it may not have this function.");
  }
  const decoded: unknown = decodeFunctionResult({
    abi: [item],
    functionName: item.name,
    data: toHex(output),
  });
  const values = item.outputs.length > 1 ? (decoded as readonly unknown[]) : [decoded];
  const shown = item.outputs.map(({ name }, i) => {
    return name === undefined || name === "" ? textOf(values[i]) : `${name}: ${textOf(values[i])}`;
  });
  return { text: shown.join(", ") };
}

/** Returns the message of an error, with the reason of a revert decoded by the stored ABIs. */
function failureText(error: unknown, address: string): string {
  const { data } = Object(error) as { data?: unknown };
  const isHex = typeof data === "string" && data.startsWith("0x");
  const reason = isHex ? reasonText(data as `0x${string}`, knownItems(address)) : undefined;
  return reason === undefined ? messageOf(error) : `Reverted: ${reason}`;
}
