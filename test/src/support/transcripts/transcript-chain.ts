/**
 * Builds the chain of the transcripts: five blocks and a pool, with fixed keys and pre-signed
 * transactions. Transactions and addresses are always the same. Hashes of blocks are not, because
 * blocks contain the time of mining. One block has an uncle that another node mined.
 */
import assert from "node:assert/strict";
import {
  getCreate2Address,
  getCreateAddress,
  id,
  keccak256,
  Transaction,
  toQuantity,
} from "ethers";
import { startLocalNode } from "../local-node.js";
import { call } from "../rpc.js";
import type { Hex, WireBlock, WireReceipt } from "../wire.js";
import type { Values } from "./transcript-match.js";
import {
  accounts,
  addressOf,
  contractOf,
  created,
  delegator,
  type Script,
  type Signed,
  salt,
  stranger,
  writeScript,
} from "./transcript-script.js";

let script: Script | undefined;
let sibling: Promise<Sibling> | undefined;

/** A sibling of the first block: its RLP, and its JSON from the node that mined it. */
interface Sibling {
  readonly raw: Hex;
  readonly shown: WireBlock;
}

/** Another node mines it on the same first block. */
async function makeSibling({ later }: Script): Promise<Sibling> {
  const node = await startLocalNode(["--mining", "manual"]);
  try {
    await call(node.url, "eth_sendRawTransaction", [later.sibling?.raw]);
    await call(node.url, "evm_mine");
    const raw = await call<Hex>(node.url, "debug_getRawBlock", ["0x1"]);
    return { raw, shown: await call<WireBlock>(node.url, "eth_getBlockByNumber", ["0x1"]) };
  } finally {
    await node.stop();
  }
}

/** The number of blocks after which the sibling is imported: then it is too light for the chain. */
const siblingAfter = 2;

/** @param url a node with manual mining and only genesis. */
export async function buildTranscriptChain(url: string): Promise<Values> {
  script ??= writeScript();
  const values: Values = new Map(Object.entries(script.values));
  const send = async (transactions: Readonly<Record<string, Signed>>) => {
    for (const { raw, hash } of Object.values(transactions)) {
      assert.equal(await call(url, "eth_sendRawTransaction", [raw]), hash);
    }
  };
  sibling ??= makeSibling(script);
  const { raw, shown } = await sibling;
  for (const [height, transactions] of script.blocks.entries()) {
    if (height === siblingAfter)
      assert.equal(await call(url, "debug_importBlocks", [[raw]]), "0x1");
    await send(transactions);
    await call(url, "evm_mine");
  }
  values.set("raw.uncle", raw);
  nameMembers(values, "uncle", shown);
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

/**
 * Adds every text member of a block, and checks that its transactions are those of the script, in
 * order.
 */
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
  nameMembers(values, `block${height}`, block);
}

function nameMembers(values: Values, name: string, block: WireBlock): void {
  for (const [key, value] of Object.entries(block)) {
    if (typeof value === "string") values.set(`${name}.${key}`, value);
  }
}

async function nameGas(url: string, values: Values, { blocks }: Script): Promise<void> {
  for (const [name, { hash }] of blocks.flatMap((transactions) => Object.entries(transactions))) {
    const receipt = await call<WireReceipt>(url, "eth_getTransactionReceipt", [hash]);
    values.set(`gas.${name}`, receipt.gasUsed);
  }
}
