/** Builds five blocks with all kinds of transactions, and a pool that is not empty. */
import { AbiCoder, getCreateAddress, Interface, type InterfaceAbi } from "ethers";
import { compileOne } from "../compile.js";
import {
  authorize,
  developmentAccounts,
  emptyAccount,
  plentyGasPrice,
  sign,
} from "../development.js";
import { call } from "../rpc.js";
import type { Hex } from "../wire.js";

const token = compileOne("Token.sol", "Token");
export const tokenInterface = new Interface(token.abi as InterfaceAbi);
export const [owner, second, third, poor] = developmentAccounts.map((account) => account) as [
  (typeof developmentAccounts)[number],
  (typeof developmentAccounts)[number],
  (typeof developmentAccounts)[number],
  (typeof developmentAccounts)[number],
];
/** An account without any transaction. */
export const stranger = emptyAccount(77);
/** More than 127 transactions, so that the keys of the list's trie have two lengths. */
export const crowdPerAccount = 15;
const crowd = developmentAccounts.slice(0, 9);

export const supply = 1_000_000n;
export const tokenCode = token.deployedBytecode;
export const deployData = (token.bytecode +
  AbiCoder.defaultAbiCoder()
    .encode(["string", "string", "uint256"], ["Coin", "COIN", supply])
    .slice(2)) as Hex;

export const transferData = (to: string, value: bigint): Hex =>
  tokenInterface.encodeFunctionData("transfer", [to, value]) as Hex;

export interface SampleChain {
  readonly token: Hex;
  readonly deployment: Hex;
  readonly legacy: Hex;
  readonly withAccessList: Hex;
  readonly delegation: Hex;
  readonly failed: Hex;
  /** Pending transactions: a call with a log, and a creation. */
  readonly pending: readonly [Hex, Hex];
  /** The number of transactions of each block, by height. */
  readonly transactionCounts: readonly number[];
}

/** @param url a node with manual mining and only genesis. */
export async function buildSampleChain(url: string): Promise<SampleChain> {
  const nonces = new Map<string, number>();
  const send = (from: typeof owner, fields: Parameters<typeof sign>[1]): Promise<Hex> => {
    const nonce = nonces.get(from.address) ?? 0;
    nonces.set(from.address, nonce + 1);
    return call<Hex>(url, "eth_sendRawTransaction", [sign(from, { nonce, ...fields }).raw]);
  };
  const mine = () => call(url, "evm_mine");
  const address = getCreateAddress({ from: owner.address, nonce: 0 }).toLowerCase() as Hex;

  const deployment = await send(owner, { type: 2, gasLimit: 2_000_000, data: deployData });
  await mine();
  await mine();
  const legacy = await send(second, { to: third.address, value: 5n });
  const withAccessList = await send(owner, {
    type: 1,
    to: address,
    gasLimit: 100_000,
    data: transferData(second.address, 100n),
    accessList: [{ address, storageKeys: [`0x${"00".repeat(31)}02`] }],
  });
  await mine();
  const delegation = await send(third, {
    type: 4,
    to: stranger.address,
    gasLimit: 200_000,
    authorizationList: [
      authorize(emptyAccount(78), { chainId: 31, address, nonce: 0 }),
      authorize(emptyAccount(79), { chainId: 0, address, nonce: 0 }),
    ],
  });
  const failed = await send(poor, {
    type: 2,
    to: address,
    gasLimit: 100_000,
    data: transferData(second.address, 1n),
    maxFeePerGas: plentyGasPrice,
    maxPriorityFeePerGas: 3n,
  });
  await mine();
  for (let round = 0; round < crowdPerAccount; round++) {
    const data = transferData(second.address, 1n);
    await send(owner, { to: address, gasLimit: 100_000, data });
    for (const account of crowd.slice(1)) await send(account, { to: third.address, value: 1n });
  }
  await mine();
  const pending = [
    await send(owner, {
      type: 2,
      to: address,
      gasLimit: 100_000,
      data: transferData(second.address, 2n),
    }),
    await send(second, { type: 2, gasLimit: 2_000_000, data: deployData }),
  ] as const;
  const crowdSize = crowdPerAccount * crowd.length;
  const transactionCounts = [0, 1, 0, 2, 2, crowdSize];
  return {
    token: address,
    deployment,
    legacy,
    withAccessList,
    delegation,
    failed,
    pending,
    transactionCounts,
  };
}

/** The context of the cases for the methods' tables, once the chain exists. */
export interface CaseContext {
  urlOf(): string;
  sampleOf(): SampleChain;
}

export const unknownHash: Hex = `0x${"ab".repeat(32)}`;
/** A number above every head of a test. */
export const unknownNumber: Hex = "0xffffff";
