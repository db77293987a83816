/** Deploys the contracts and funds them. */
import { type Client, httpClient } from "@tandem/rpc/client";
import { bytesToHex, encodeFunctionData, type Hex, hexToBytes } from "viem";
import { initCodes, microLoanAbi, readArtifacts } from "./chain/contract.js";
import { relayLimits } from "./limits.js";
import type { Signer } from "./wallet/signer.js";

export interface Deployer {
  readonly client: Client;
  readonly chainId: number;
  readonly signer: Signer;
}

export interface Deployment {
  /** Address of MicroLoan. */
  readonly contract: Hex;
  /** Address of the forwarder it trusts. */
  readonly forwarder: Hex;
}

/** Thrown when a transaction of the deployment fails, or is in no block after a minute. */
export class NotDeployed extends Error {}

interface Request {
  /** Undefined: contract creation. */
  readonly to?: Hex;
  readonly data?: Hex;
  /** Wei. */
  readonly value?: bigint;
}

/** @param url of the node. */
export async function connectDeployer(url: string, signer: Signer): Promise<Deployer> {
  const client = httpClient(url, { limits: { answerMs: relayLimits.deployMs } });
  return { client, chainId: await client.eth_chainId(), signer };
}

/** Deploys both contracts. @throws {NotDeployed} */
export async function deploy(deployer: Deployer): Promise<Deployment> {
  const codes = initCodes(readArtifacts());
  const forwarder = await create(deployer, codes.forwarder);
  return { forwarder, contract: await create(deployer, codes.microLoan(forwarder)) };
}

/** Sends native currency. @throws {NotDeployed} */
export async function pay(deployer: Deployer, to: Hex, value: bigint): Promise<void> {
  await send(deployer, { to, value });
}

/** Adds native currency to the pool of loans. @throws {NotDeployed} */
export async function fundPool(deployer: Deployer, contract: Hex, value: bigint): Promise<void> {
  const data = encodeFunctionData({ abi: microLoanAbi, functionName: "fundPool" });
  await send(deployer, { to: contract, data, value });
}

/** Adds native currency to the deployer's own balance in the contract. @throws {NotDeployed} */
export async function deposit(deployer: Deployer, contract: Hex, value: bigint): Promise<void> {
  const data = encodeFunctionData({ abi: microLoanAbi, functionName: "deposit" });
  await send(deployer, { to: contract, data, value });
}

/** Transfers a part of the deployer's balance in the contract. @throws {NotDeployed} */
export async function transfer(
  deployer: Deployer,
  contract: Hex,
  { to, wei }: { readonly to: Hex; readonly wei: bigint },
): Promise<void> {
  const data = encodeFunctionData({ abi: microLoanAbi, functionName: "transfer", args: [to, wei] });
  await send(deployer, { to: contract, data });
}

async function create(deployer: Deployer, data: Hex): Promise<Hex> {
  const { contractAddress } = await send(deployer, { data });
  if (contractAddress === undefined) throw new NotDeployed("the node made no contract");
  return bytesToHex(contractAddress);
}

async function send({ client, chainId, signer }: Deployer, request: Request) {
  const from = hexToBytes(signer.address);
  const { to, data = "0x", value = 0n } = request;
  const call = { from, data: hexToBytes(data), value, ...(to && { to: hexToBytes(to) }) };
  const [nonce, gasPrice, gas] = await client.batch((calls) => [
    calls.eth_getTransactionCount({ address: from, block: { tag: "pending" } }),
    calls.eth_gasPrice(),
    calls.eth_estimateGas({ call }),
  ]);
  const raw = await signer.sign({
    type: "eip1559",
    chainId,
    nonce: Number(nonce),
    data,
    value,
    gas: gas ?? 0n,
    // The base fee may rise while the transaction waits.
    maxFeePerGas: 2n * gasPrice,
    maxPriorityFeePerGas: 0n,
    ...(to && { to }),
  });
  const hash = await client.eth_sendRawTransaction({ transaction: hexToBytes(raw) });
  const receipt = await receiptOf(client, hash);
  if (receipt.status !== 1) throw new NotDeployed(`the transaction ${bytesToHex(hash)} failed`);
  return receipt;
}

async function receiptOf(client: Client, hash: Uint8Array) {
  const end = performance.now() + relayLimits.deployMs;
  while (performance.now() < end) {
    const receipt = await client.eth_getTransactionReceipt({ hash });
    if (receipt !== undefined) return receipt;
    await new Promise((resolve) => setTimeout(resolve, relayLimits.receiptPollMs));
  }
  throw new NotDeployed(`the transaction ${bytesToHex(hash)} is in no block yet`);
}
