/** Defines all transactions of the transcripts' chain, pre-signed with fixed keys. */
import assert from "node:assert/strict";
import {
  AbiCoder,
  getCreateAddress,
  Interface,
  type InterfaceAbi,
  type TransactionLike,
} from "ethers";
import { type Compiled, compile } from "../compile.js";
import {
  type Account,
  authorize,
  coin,
  developmentAccounts,
  emptyAccount,
  sign,
} from "../development.js";
import type { Hex } from "../wire.js";

export const salt = `0x${"05".repeat(32)}`;
const gwei = 1_000_000_000n;
export const accounts = developmentAccounts;
export const stranger = emptyAccount(77);
export const delegator = emptyAccount(78);

export const contractOf = (file: string, name: string): Compiled => {
  const found = compile(file)[name];
  assert.ok(found, name);
  return found;
};
const initCode = ({ bytecode }: Compiled, types: readonly string[], args: readonly unknown[]) =>
  `${bytecode}${AbiCoder.defaultAbiCoder().encode(types, args).slice(2)}`;

export interface Signed {
  readonly raw: Hex;
  readonly hash: Hex;
}

/** The transactions of each block, and the pending ones; the chain itself never sends `later`. */
export interface Script {
  readonly blocks: readonly Readonly<Record<string, Signed>>[];
  readonly pool: Readonly<Record<string, Signed>>;
  readonly later: Readonly<Record<string, Signed>>;
  readonly values: Readonly<Record<string, string>>;
}

/** The creations of account 0, in the order of its nonces. */
export const created = ["token", "leaf", "middle", "root"].map((name, nonce) => {
  const from = (accounts[0] as Account).address;
  return [name, getCreateAddress({ from, nonce }).toLowerCase() as Hex] as const;
});
export const addressOf = Object.fromEntries(created) as Readonly<
  Record<"token" | "leaf" | "middle" | "root", Hex>
>;

function signed(n: number, nonce: number, fields: TransactionLike): Signed {
  return sign(accounts[n] as Account, { nonce, ...fields });
}

/** Returns every transaction in the order of mining: the highest price first. */
export function writeScript(): Script {
  const token = contractOf("Token.sol", "Token");
  const root = contractOf("Traces.sol", "Root");
  const tokens = new Interface(token.abi as InterfaceAbi);
  const roots = new Interface(root.abi as InterfaceAbi);
  const transfer = (to: string, value: bigint) =>
    tokens.encodeFunctionData("transfer", [to, value]);
  const at = (n: number) => (accounts[n] as Account).address;
  const deployToken = initCode(
    token,
    ["string", "string", "uint256"],
    ["Coin", "COIN", 1_000_000n],
  );
  const deploy = (nonce: number, data: string) =>
    signed(0, nonce, {
      type: 2,
      gasLimit: 2_000_000,
      data,
      maxPriorityFeePerGas: gwei,
      maxFeePerGas: gwei,
    });
  const atToken = { to: addressOf.token, gasLimit: 100_000 };
  const build = roots.encodeFunctionData("build", [salt]);
  const forgive = roots.encodeFunctionData("forgive", [7]);
  const listed = transfer(at(1), 100n);
  const failed = transfer(at(1), 1n);
  const waiting = transfer(at(1), 2n);
  return {
    blocks: [
      {},
      { transfer: signed(1, 0, { to: stranger.address, value: coin }) },
      {
        deployment: deploy(0, deployToken),
        leaf: deploy(1, contractOf("Traces.sol", "Leaf").bytecode),
        middle: deploy(
          2,
          initCode(contractOf("Traces.sol", "Middle"), ["address"], [addressOf.leaf]),
        ),
        root: deploy(3, initCode(root, ["address"], [addressOf.middle])),
      },
      {
        legacy: signed(1, 1, { to: at(2), value: 5n, gasPrice: 5n * gwei }),
        listed: signed(0, 4, {
          ...atToken,
          type: 1,
          gasPrice: 4n * gwei,
          data: listed,
          accessList: [{ address: addressOf.token, storageKeys: [`0x${"00".repeat(31)}02`] }],
        }),
        dynamic: signed(2, 0, {
          type: 2,
          to: at(3),
          value: 7n,
          maxFeePerGas: 5n * gwei,
          maxPriorityFeePerGas: 2_940_000_000n,
        }),
        delegation: signed(3, 0, {
          type: 4,
          to: stranger.address,
          gasLimit: 200_000,
          maxFeePerGas: 2n * gwei,
          maxPriorityFeePerGas: 2n * gwei,
          authorizationList: [
            authorize(delegator, { chainId: 31, address: addressOf.token, nonce: 0 }),
          ],
        }),
        failed: signed(4, 0, { ...atToken, gasPrice: gwei, data: failed }),
      },
      {
        build: signed(0, 5, { to: addressOf.root, gasLimit: 2_000_000, value: 9n, data: build }),
        forgive: signed(0, 6, { to: addressOf.root, gasLimit: 500_000, data: forgive }),
      },
    ],
    pool: {
      waiting: signed(0, 7, {
        ...atToken,
        type: 2,
        maxPriorityFeePerGas: gwei,
        maxFeePerGas: gwei,
        data: waiting,
      }),
      creation: signed(5, 0, { gasLimit: 2_000_000, data: deployToken }),
      gapped: signed(1, 3, { to: at(2), value: 1n }),
    },
    later: {
      fresh: signed(6, 0, { to: at(7), value: 1n }),
      fresher: signed(6, 1, { to: at(7), value: 2n }),
      sibling: signed(9, 0, { to: at(8), value: 1n }),
      moving: signed(0, 8, { ...atToken, data: transfer(at(1), 3n) }),
      received: sign(stranger, { nonce: 0, to: at(7), value: 4n }),
      late: signed(7, 0, { to: at(8), value: 1n }),
      filler: signed(8, 0, { to: at(7), value: 3n }),
      unpaid: sign(emptyAccount(80), { nonce: 0, to: at(7), value: 1n }),
      outdated: signed(1, 0, { to: at(2), value: 1n }),
      foreign: signed(6, 0, { to: at(7), value: 1n, chainId: 30 }),
      starved: signed(6, 0, { to: at(7), value: 1n, gasLimit: 20_999 }),
      cheap: signed(6, 0, { to: at(7), value: 1n, gasPrice: 1n }),
    },
    values: {
      "code.token": token.deployedBytecode,
      "code.leaf": contractOf("Traces.sol", "Leaf").deployedBytecode,
      "init.token": deployToken,
      "data.listed": listed,
      "data.failed": failed,
      "data.waiting": waiting,
      "data.build": build,
      "data.forgive": forgive,
    },
  };
}
