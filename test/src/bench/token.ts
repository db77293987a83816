/** Deploys the ERC-20 of the benchmarks, and gives some of it to every sender. */
import { fromHex, toHex } from "@tandem/primitives";
import { encodeDeployData, encodeFunctionData, prepareEncodeFunctionData } from "viem";
import { compileOne } from "../support/compile.js";
import { call } from "../support/rpc.js";
import type { RunningSubject } from "./subject/subject.js";
import { mineAll, type Wallet } from "./wallet.js";

/** More gas than a transfer to an account without tokens. */
export const tokenGas = 70_000n;
const deployGas = 2_000_000n;
const supply = 10n ** 30n;
const tokensEach = 10n ** 20n;

export interface Contract {
  readonly address: Uint8Array;
}

export async function deploy(
  node: RunningSubject,
  rich: Wallet,
  bytecode: Uint8Array,
): Promise<Contract> {
  const raw = rich.sign({ data: bytecode, gasLimit: deployGas });
  const hash = await call<string>(node.url, "eth_sendRawTransaction", [raw]);
  await mineAll(node, rich, []);
  const receipt = await call<{ contractAddress: string; status: string }>(
    node.url,
    "eth_getTransactionReceipt",
    [hash],
  );
  if (receipt.status !== "0x1") throw new Error("the contract was not deployed");
  return { address: fromHex(receipt.contractAddress) };
}

export async function deployToken(
  node: RunningSubject,
  rich: Wallet,
  holders: readonly Wallet[],
): Promise<Contract> {
  const { abi, bytecode } = compileOne("Token.sol", "Token");
  const code = encodeDeployData({ abi, bytecode, args: ["Coin", "COIN", supply] });
  const token = await deploy(node, rich, fromHex(code));
  const grants = holders.map(({ address }) =>
    rich.sign({ to: token.address, data: transferOf(address, tokensEach), gasLimit: tokenGas }),
  );
  await mineAll(node, rich, grants);
  return token;
}

export const transferOf = (to: Uint8Array, value: bigint): Uint8Array =>
  fromHex(tokenCall("transfer", [toHex(to), value]));

export const balanceOf = (holder: Uint8Array): string => tokenCall("balanceOf", [toHex(holder)]);

/** Finds a function and its selector, which viem would otherwise hash again for every call. */
const prepare = (functionName: string) =>
  prepareEncodeFunctionData({ abi: compileOne("Token.sol", "Token").abi, functionName });
const prepared = new Map<string, ReturnType<typeof prepare>>();

function tokenCall(functionName: string, args: readonly unknown[]): string {
  const call = prepared.get(functionName) ?? prepare(functionName);
  prepared.set(functionName, call);
  return encodeFunctionData({ ...call, args });
}
