/**
 * The chain transcripts are about: five blocks and a pool, from fixed keys and signed beforehand.
 * Transactions and addresses are the same every time; hashes of blocks are not, because blocks
 * carry the time they were made at.
 */
import assert from "node:assert/strict";
import {
  AbiCoder,
  getCreate2Address,
  getCreateAddress,
  Interface,
  type InterfaceAbi,
  id,
  keccak256,
  Transaction,
  type TransactionLike,
  toQuantity,
} from "ethers";
import { type Compiled, compile } from "./compile.js";
import {
  type Account,
  authorize,
  coin,
  developmentAccounts,
  emptyAccount,
  sign,
} from "./development.js";
import { call } from "./rpc.js";
import type { Values } from "./transcript-match.js";
import type { Hex, WireBlock, WireReceipt } from "./wire.js";

const salt = `0x${"05".repeat(32)}`;
const gwei = 1_000_000_000n;
const accounts = developmentAccounts;
const stranger = emptyAccount(77);
const delegator = emptyAccount(78);

const contractOf = (file: string, name: string): Compiled => {
  const found = compile(file)[name];
  assert.ok(found, name);
  return found;
};
const initCode = ({ bytecode }: Compiled, types: readonly string[], args: readonly unknown[]) =>
  `${bytecode}${AbiCoder.defaultAbiCoder().encode(types, args).slice(2)}`;

interface Signed {
  readonly raw: Hex;
  readonly hash: Hex;
}

/** What is in each block, and what waits; `later` is never sent by the chain itself. */
interface Script {
  readonly blocks: readonly Readonly<Record<string, Signed>>[];
  readonly pool: Readonly<Record<string, Signed>>;
  readonly later: Readonly<Record<string, Signed>>;
  readonly values: Readonly<Record<string, string>>;
}

/** The creations of account 0, in the order of its nonces. */
const created = ["token", "leaf", "middle", "root"].map((name, nonce) => {
  const from = (accounts[0] as Account).address;
  return [name, getCreateAddress({ from, nonce }).toLowerCase() as Hex] as const;
});
const addressOf = Object.fromEntries(created) as Readonly<
  Record<"token" | "leaf" | "middle" | "root", Hex>
>;

function signed(n: number, nonce: number, fields: TransactionLike): Signed {
  return sign(accounts[n] as Account, { nonce, ...fields });
}

/** Every transaction, in the order it is mined in: dearest first. */
function writeScript(): Script {
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

let script: Script | undefined;

/** @param url a node that mines when told to, with nothing mined yet. */
export async function buildTranscriptChain(url: string): Promise<Values> {
  script ??= writeScript();
  const values: Values = new Map(Object.entries(script.values));
  const send = async (transactions: Readonly<Record<string, Signed>>) => {
    for (const { raw, hash } of Object.values(transactions)) {
      assert.equal(await call(url, "eth_sendRawTransaction", [raw]), hash);
    }
  };
  for (const transactions of script.blocks) {
    await send(transactions);
    await call(url, "evm_mine");
  }
  await send(script.pool);
  nameTransactions(values, script);
  nameAddresses(values);
  for (let height = 0; height <= script.blocks.length; height++) {
    await nameBlock(url, values, height, Object.values(script.blocks[height - 1] ?? {}));
  }
  await nameGas(url, values, script);
  return values;
}

function nameTransactions(values: Values, { blocks, pool, later }: Script): void {
  for (const transactions of [...blocks, pool, later]) {
    for (const [name, { raw, hash }] of Object.entries(transactions)) {
      values.set(`tx.${name}`, hash);
      values.set(`raw.${name}`, raw);
      const { signature } = Transaction.from(raw);
      assert.ok(signature);
      values.set(`v.${name}`, toQuantity(signature.networkV ?? signature.yParity));
      values.set(`r.${name}`, signature.r);
      values.set(`s.${name}`, signature.s);
    }
  }
}

function nameAddresses(values: Values): void {
  for (const [n, { address }] of accounts.entries()) {
    values.set(`account${n}`, address);
    values.set(`bare.account${n}`, address.slice(2));
    values.set(`topic${n}`, `0x${"00".repeat(12)}${address.slice(2)}`);
  }
  for (const [name, address] of created) values.set(`contract.${name}`, address);
  for (const [name, { address }] of Object.entries({ stranger, delegator }))
    values.set(name, address);
  const from = getCreate2Address(
    addressOf.root,
    salt,
    keccak256(contractOf("Traces.sol", "Nest").bytecode),
  );
  values.set("contract.nest", from.toLowerCase());
  const nested = getCreateAddress({ from, nonce: 1 }).toLowerCase();
  values.set("contract.nested", nested);
  values.set("bare.nested", nested.slice(2));
  for (const event of ["Transfer(address,address,uint256)", "Seen(uint256)", "Done(uint256)"]) {
    values.set(`topic.${event.split("(")[0]}`, id(event));
  }
  values.set("bare.token", addressOf.token.slice(2));
  values.set("zeros", "0".repeat(64));
  values.set("bloom.empty", `0x${"00".repeat(256)}`);
  values.set("unknown", `0x${"ab".repeat(32)}`);
}

/** Every member of a block that is text, and that it holds what the script says, in its order. */
async function nameBlock(
  url: string,
  values: Values,
  height: number,
  transactions: readonly Signed[],
): Promise<void> {
  const block = await call<WireBlock>(url, "eth_getBlockByNumber", [`0x${height}`, false]);
  assert.deepEqual(
    block.transactions,
    transactions.map(({ hash }) => hash),
  );
  for (const [key, value] of Object.entries(block)) {
    if (typeof value === "string") values.set(`block${height}.${key}`, value);
  }
}

async function nameGas(url: string, values: Values, { blocks }: Script): Promise<void> {
  for (const [name, { hash }] of blocks.flatMap((transactions) => Object.entries(transactions))) {
    const receipt = await call<WireReceipt>(url, "eth_getTransactionReceipt", [hash]);
    values.set(`gas.${name}`, receipt.gasUsed);
  }
}
