/** Deploys an exchange of two tokens: a swap runs in three contracts. */
import { fromHex, toHex } from "@tandem/primitives";
import { encodeDeployData, encodeFunctionData, prepareEncodeFunctionData } from "viem";
import { compileOne } from "../support/compile.js";
import type { RunningSubject } from "./subject/subject.js";
import { type Contract, deploy, deployToken, transferOf } from "./token.js";
import type { Sign } from "./transfers.js";
import { mineAll, untilMined, type Wallet } from "./wallet.js";

/** More gas than a swap that writes each of its slots for the first time. */
const swapGas = 250_000n;
const approvalGas = 60_000n;
const reserve = 10n ** 24n;
const unlimited = 2n ** 256n - 1n;

/** Deploys both tokens and the exchange, which every holder permits to transfer its tokens. */
export async function deployExchange(
  node: RunningSubject,
  rich: Wallet,
  holders: readonly Wallet[],
): Promise<Contract> {
  const tokens = [await deployToken(node, rich, holders), await deployToken(node, rich, holders)];
  const { abi, bytecode } = compileOne("Pair.sol", "Pair");
  const args = tokens.map(({ address }) => toHex(address));
  const pair = await deploy(node, rich, fromHex(encodeDeployData({ abi, bytecode, args })));
  const grants = tokens.map(({ address: to }) =>
    rich.sign({ to, data: transferOf(pair.address, reserve), gasLimit: approvalGas }),
  );
  const sync = fromHex(encodeFunctionData({ abi, functionName: "sync" }));
  await mineAll(node, rich, [
    ...grants,
    rich.sign({ to: pair.address, data: sync, gasLimit: swapGas }),
  ]);
  const approval = fromHex(
    encodeFunctionData({
      abi: compileOne("Token.sol", "Token").abi,
      functionName: "approve",
      args: [toHex(pair.address), unlimited],
    }),
  );
  const approvals = tokens.flatMap(({ address: to }) =>
    holders.map((holder) => holder.sign({ to, data: approval, gasLimit: approvalGas })),
  );
  await mineAll(node, rich, approvals);
  await untilMined(node, holders);
  return pair;
}

/** Returns the input of a swap. @param isFirst whether the first token is sold. */
export function createSwapInput(): (amount: bigint, isFirst: boolean) => `0x${string}` {
  const { abi } = compileOne("Pair.sol", "Pair");
  const prepared = prepareEncodeFunctionData({ abi, functionName: "swap" });
  return (amount, isFirst) => encodeFunctionData({ ...prepared, args: [amount, isFirst] });
}

export function signSwap({ address: to }: Contract): Sign {
  const inputOf = createSwapInput();
  const inputs = Array.from({ length: 64 }, (_, i) =>
    fromHex(inputOf(1_000_000n + BigInt(i), i % 2 === 0)),
  );
  return (wallet, i) =>
    wallet.sign({ to, data: inputs[i % inputs.length] as Uint8Array, gasLimit: swapGas });
}
